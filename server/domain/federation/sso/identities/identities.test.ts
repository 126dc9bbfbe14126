import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertedIdentities, refusal } from '../../../../../test/asserted-identities.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
} from '../../../../../test/identity-provider.ts';
import { codeSentTo } from '../../../../../test/messages.ts';
import {
  connectOidcTenant,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';

/** Tests which account an asserted address leads to. */

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

function configure(tenantId: string, idp: IdentityProvider, domains: string[], settings: object = {}) {
  return latchkey.manage('POST', '/v1/mgmt/sso/saml', {
    tenantId,
    redirectUrl: 'http://127.0.0.1:9/app',
    domains,
    settings: {
      idpUrl: 'https://idp.corp.example/sso',
      entityId: idp.entityId,
      idpCert: idp.certificatePem,
      ...settings,
    },
  });
}

describe('an address of another connection’s domain', () => {
  beforeEach(() => connectTenant(latchkey, b, theirs, {}, { domains: [domain] }));

  test('creates no user', async () => {
    await connectTenant(latchkey, a, ours);
    const victim = `victim@${domain}`;
    expect(refusal(await samlRound(a, ours, { nameId: victim }))).toEqual([
      undefined,
      expect.stringMatching(/another SSO connection/),
    ]);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/search', { loginIds: [victim] });
    expect(body.users).toEqual([]);
    const { user } = await signedIn(await samlRound(b, theirs, { nameId: victim }));
    expect(user).toMatchObject({ email: victim, verifiedEmail: true });
  });

  test('creates no user as a login ID beside an own address either', async () => {
    await connectTenant(latchkey, a, ours, { attributeMapping: { username: 'uid' } });
    const said = { nameId: `x@a${counter}.example`, attributes: { uid: [`Victim@${domain.toUpperCase()}`] } };
    expect(codeOf(await samlRound(a, ours, said))).toBeUndefined();
  });

  test('creates no user by OpenID Connect', async () => {
    await connectOidcTenant(latchkey, a, provider);
    const answer = await oidcRound(a, { sub: 's', email: `victim@${domain}`, email_verified: true });
    expect(refusal(answer)).toEqual([undefined, expect.stringMatching(/another SSO connection/)]);
  });

  test('never becomes the address of a returning user of the connection', async () => {
    await connectTenant(latchkey, a, ours, { subjectNameIdFormat: '' });
    const nameId = `known-${counter}`;
    const first = await signedIn(
      await samlRound(a, ours, { nameId, attributes: { email: [`k@free${counter}.example`] } }),
    );
    const email = [`victim@${domain}`];
    const again = await signedIn(await samlRound(a, ours, { nameId, attributes: { email } }));
    expect(again.user).toMatchObject({ userId: first.user.userId, email: `k@free${counter}.example` });
  });
});

describe('the owner of a domain', () => {
  test('takes the address and the login ID from the account that another tenant’s provider created', async () => {
    await connectTenant(latchkey, a, ours);
    const address = `bob@${domain}`;
    const squatted = await signedIn(await samlRound(a, ours, { nameId: address }));
    expect(squatted.user).toMatchObject({ email: address, verifiedEmail: false });
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });

    const owner = await signedIn(await samlRound(b, theirs, { nameId: address }));
    expect(owner.user).toMatchObject({ loginIds: [address], email: address, verifiedEmail: true });
    expect(owner.user.userId).not.toBe(squatted.user.userId);
    expect(owner.user.userTenants.map((one: { tenantId: string }) => one.tenantId)).toEqual([b]);
    const left = await load(squatted.user.userId);
    expect(left.email).toBe('');
    expect(left.loginIds).not.toContain(address);
    const bearer = `${latchkey.projectId}:${squatted.refreshJwt}`;
    expect((await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} })).status).toBe(401);

    const again = await samlRound(a, ours, { nameId: address });
    if (codeOf(again)) expect((await signedIn(again)).user.userId).toBe(squatted.user.userId);
    expect((await load(squatted.user.userId)).email).toBe('');
    expect((await signInByCode(address)).body.user.userId).toBe(owner.user.userId);
  });

  test('takes them even if the domain was the other tenant’s before', async () => {
    await connectTenant(latchkey, a, ours, {}, { domains: [domain] });
    const address = `moved@${domain}`;
    const before = await signedIn(await samlRound(a, ours, { nameId: address }));
    expect(before.user.verifiedEmail).toBe(true);
    await configure(a, ours, []);
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });
    const owner = await signedIn(await samlRound(b, theirs, { nameId: address }));
    expect(owner.user.userId).not.toBe(before.user.userId);
    expect(owner.user).toMatchObject({ loginIds: [address], verifiedEmail: true });
  });

  test('becomes the user who signed up with the address without proving it, and keeps nothing that was set there', async () => {
    const address = `hijacked@${domain}`;
    const password = 'a long and unusual sentence';
    const planted = await latchkey.request('POST', '/v1/auth/password/signup', {
      body: { loginId: address, password },
    });
    expect(planted.status).toBe(200);
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });
    const owner = await signedIn(await samlRound(b, theirs, { nameId: address }));
    expect(owner.user).toMatchObject({ email: address, verifiedEmail: true });
    const signIn = await latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId: address, password },
    });
    expect(signIn.status).toBe(401);
    const bearer = `${latchkey.projectId}:${planted.body.refreshJwt}`;
    expect((await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} })).status).toBe(401);
  });
});

describe('an account that an identity provider created without proof of the address', () => {
  test('goes to the user who proves the address, and its provider cannot sign in again', async () => {
    await connectTenant(latchkey, a, ours);
    const address = `late@free${counter}.example`;
    const made = await signedIn(await samlRound(a, ours, { nameId: address }));
    expect(made.user.verifiedEmail).toBe(false);
    const owner = await signInByCode(address);
    expect(owner.status, JSON.stringify(owner.body)).toBe(200);
    const again = await samlRound(a, ours, { nameId: address });
    if (codeOf(again)) expect((await signedIn(again)).user.userId).not.toBe(owner.body.user.userId);
  });
});

describe('domains', () => {
  test('belong to one connection, the first to claim them', async () => {
    await connectTenant(latchkey, a, ours);
    await connectTenant(latchkey, b, theirs);
    const answers = await Promise.all([configure(a, ours, [domain]), configure(b, theirs, [domain])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.errorCode).toBe('E111203');
  });
});

describe('users whose address has a self-registration domain of the tenant', () => {
  test('join it when they prove the address, with its default roles, and not before', async () => {
    const role = `Newcomer ${counter}`;
    await manage('role/create', { name: role });
    await manage('tenant/create', { id: b, name: b, selfProvisioningDomains: [domain] });
    await manage('tenant/updateDefaultRoles', { id: b, defaultRoles: [role] });
    const address = `self@${domain}`;
    await latchkey.request('POST', '/v1/auth/otp/signup/email', { body: { loginId: address } });
    const code = await codeSentTo(latchkey, address);
    const { body } = await latchkey.request('POST', '/v1/auth/otp/verify/email', {
      body: { loginId: address, code },
    });
    expect(body.user.userTenants).toMatchObject([{ tenantId: b, roleNames: [role] }]);

    const other = `other@${domain}`;
    const signedUp = await latchkey.request('POST', '/v1/auth/password/signup', {
      body: { loginId: other, password: 'a long and unusual sentence' },
    });
    expect(signedUp.body.user.userTenants).toEqual([]);
    expect((await signInByCode(other)).body.user.userTenants).toMatchObject([{ tenantId: b }]);
    const created = await manage('user/create', { loginId: `admin-made@${domain}` });
    expect(created.user.userTenants).toEqual([]);
  });

  test('do not join a tenant that requires its SSO', async () => {
    await manage('tenant/create', { id: b, name: b, selfProvisioningDomains: [domain], enforceSSO: true });
    const address = `self@${domain}`;
    await latchkey.request('POST', '/v1/auth/otp/signup/email', { body: { loginId: address } });
    const { body } = await latchkey.request('POST', '/v1/auth/otp/verify/email', {
      body: { loginId: address, code: await codeSentTo(latchkey, address) },
    });
    expect(body.user.userTenants).toEqual([]);
  });
});
