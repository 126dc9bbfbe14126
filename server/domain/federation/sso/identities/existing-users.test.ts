import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertedIdentities, refusal } from '../../../../../test/asserted-identities.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
} from '../../../../../test/identity-provider.ts';
import {
  connectOidcTenant,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';
import { refresh } from '../../../../../test/signed-in.ts';

/** Tests which existing user an asserted address leads to. */

let latchkey: Latchkey;
let provider: OpenIdProvider;
/** Two tenants, each with its own identity provider that can assert any address. */
let ours: IdentityProvider;
let theirs: IdentityProvider;
let counter = 0;
let a: string;
let b: string;
let domain: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOpenIdProvider(latchkey);
  ours = await createIdentityProvider(latchkey, 'https://idp.ours.example');
  theirs = await createIdentityProvider(latchkey, 'https://idp.theirs.example');
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(() => {
  counter += 1;
  a = `a-${counter}`;
  b = `b-${counter}`;
  domain = `b${counter}.example`;
});

const { manage, samlRound, oidcRound, signedIn, signInByCode } = assertedIdentities(() => ({
  latchkey,
  provider,
}));

async function load(userId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?userid=${userId}`)).body.user;
}

describe('an existing user', () => {
  test('signs in by the connection that owns the domain, as the same user, invited or created', async () => {
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });
    const created = await manage('user/create', {
      loginId: `ann@${domain}`,
      userTenants: [{ tenantId: b }],
      verifiedEmail: false,
    });
    const { user, firstSeen } = await signedIn(await samlRound(b, theirs, { nameId: `Ann@${domain}` }));
    expect(user).toMatchObject({ userId: created.user.userId, verifiedEmail: true, status: 'enabled' });
    expect(firstSeen).toBe(true);
    const again = await signedIn(await samlRound(b, theirs, { nameId: `Ann@${domain}` }));
    expect(again).toMatchObject({ firstSeen: false, user: { userId: created.user.userId } });

    const invited = await manage('user/create', {
      loginId: `ivy-${counter}`,
      email: `ivy@${domain}`,
      invite: true,
      sendMail: true,
      inviteUrl: 'http://127.0.0.1:3000/invited',
    });
    const ivy = await signedIn(await samlRound(b, theirs, { nameId: `ivy@${domain}` }));
    expect(ivy.user.userId).toBe(invited.user.userId);
    expect(ivy.user.userTenants.map((one: { tenantId: string }) => one.tenantId)).toEqual([b]);
  });

  test('signs in by OpenID Connect, too, but not if the provider calls the address unverified', async () => {
    await connectOidcTenant(latchkey, b, provider, {}, { domains: [domain] });
    const { user } = await manage('user/create', {
      loginId: `ann@${domain}`,
      userTenants: [{ tenantId: b }],
    });
    const claims = { sub: `ann-${counter}`, email: `ann@${domain}` };
    expect(codeOf(await oidcRound(b, { ...claims, email_verified: false }))).toBeUndefined();
    expect((await signedIn(await oidcRound(b, claims))).user.userId).toBe(user.userId);
  });

  test('loses the sessions that another tenant’s provider began, which can no longer sign in', async () => {
    await connectTenant(latchkey, a, ours);
    const address = `dora@${domain}`;
    const { user } = await manage('user/create', { loginId: address, userTenants: [{ tenantId: a }] });
    expect((await signInByCode(address)).status).toBe(200);
    const entered = await signedIn(await samlRound(a, ours, { nameId: address }));
    expect(entered.user.userId).toBe(user.userId);
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });

    const owner = await signedIn(await samlRound(b, theirs, { nameId: address }));
    expect(owner.user.userId).toBe(user.userId);
    expect((await refresh(latchkey, entered.refreshJwt)).status).toBe(401);
    expect((await refresh(latchkey, owner.refreshJwt)).status).toBe(200);
    expect(codeOf(await samlRound(a, ours, { nameId: address }))).toBeUndefined();
  });

  test('keeps the roles that an administrator assigned', async () => {
    const role = `Keeper ${counter}`;
    await manage('role/create', { name: role });
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });
    await manage('user/create', {
      loginId: `r@${domain}`,
      userTenants: [{ tenantId: b, roleNames: [role] }],
    });
    const { claims } = await signedIn(await samlRound(b, theirs, { nameId: `r@${domain}` }));
    expect(claims.tenants[b].roles).toEqual([role]);
  });

  test('cannot be reached by a connection without domains, until they have proven the address themselves', async () => {
    await connectTenant(latchkey, a, ours);
    const address = `cleo@free${counter}.example`;
    const { user } = await manage('user/create', { loginId: address, userTenants: [{ tenantId: a }] });
    expect(codeOf(await samlRound(a, ours, { nameId: address }))).toBeUndefined();
    expect((await signInByCode(address)).status).toBe(200);
    expect((await signedIn(await samlRound(a, ours, { nameId: address }))).user.userId).toBe(user.userId);
  });

  test('cannot be reached that way if they belong to another tenant as well, or not to this one', async () => {
    await connectTenant(latchkey, a, ours);
    await manage('tenant/create', { id: b, name: b });
    for (const [name, tenants] of [
      ['both', [a, b]],
      ['none', []],
    ] as const) {
      const address = `${name}@free${counter}.example`;
      await manage('user/create', {
        loginId: address,
        userTenants: tenants.map((tenantId) => ({ tenantId })),
      });
      expect((await signInByCode(address)).status).toBe(200);
      expect(codeOf(await samlRound(a, ours, { nameId: address })), name).toBeUndefined();
    }
  });

  test('cannot be reached by a second person with the same address', async () => {
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });
    const attributes = { email: [`ann@${domain}`] };
    const first = await signedIn(await samlRound(b, theirs, { nameId: 'ann-1', attributes }));
    const second = await samlRound(b, theirs, { nameId: 'ann-2', attributes });
    expect(refusal(second)).toEqual([undefined, expect.stringMatching(/someone else/)]);
    expect((await load(first.user.userId)).email).toBe(`ann@${domain}`);
  });

  test('does not become a member if the tenant’s SSO creates no users', async () => {
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });
    await latchkey.manage('POST', '/v1/mgmt/tenant/settings', { tenantId: b, JITDisabled: true });
    await manage('user/create', { loginId: `out@${domain}` });
    await manage('user/create', { loginId: `in@${domain}`, userTenants: [{ tenantId: b }] });
    expect(codeOf(await samlRound(b, theirs, { nameId: `out@${domain}` }))).toBeUndefined();
    expect(codeOf(await samlRound(b, theirs, { nameId: `in@${domain}` }))).toBeTypeOf('string');
  });
});
