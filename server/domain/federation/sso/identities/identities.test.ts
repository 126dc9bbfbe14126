import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../../test/identity-provider.ts';
import { codeSentTo } from '../../../../../test/messages.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';
import { refresh } from '../../../../../test/signed-in.ts';
import type { IdpResponseInput } from '../../../../protocols/saml/idp-response.ts';

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

type Said = Partial<IdpResponseInput>;

async function samlRound(tenant: string, idp: IdentityProvider, said: Said): Promise<Answer> {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start(tenant);
  return browser.post(request.acsUrl, await idp.respond(request, said));
}

async function oidcRound(tenant: string, claims: Record<string, unknown>): Promise<Answer> {
  const browser = new OidcBrowser(latchkey);
  return browser.get(await provider.signIn(await browser.start(tenant), claims));
}

async function signedIn(answer: Answer): Promise<Answer['body']> {
  expect(errorOf(answer)).toBe('');
  const exchanged = await latchkey.request('POST', '/v1/auth/sso/exchange', {
    body: { code: codeOf(answer) },
  });
  expect(exchanged.status, JSON.stringify(exchanged.body)).toBe(200);
  return exchanged.body;
}

async function manage(path: string, body: object): Promise<Answer['body']> {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function load(userId: string): Promise<Answer['body']> {
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

async function signInByCode(email: string): Promise<Answer> {
  const sent = await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId: email } });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const code = await codeSentTo(latchkey, email);
  return latchkey.request('POST', '/v1/auth/otp/verify/email', { body: { loginId: email, code } });
}

const refusal = (answer: Answer) => [codeOf(answer), errorOf(answer)];

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
      ...{ loginId: `ivy-${counter}`, email: `ivy@${domain}`, invite: true, sendMail: true },
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
    expect(refusal(second)).toEqual([undefined, expect.stringMatching(/another person/)]);
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

describe('at each sign-in', () => {
  const mapped = {
    attributeMapping: {
      phoneNumber: 'tel',
      verifiedPhone: 'telOk',
      customAttributes: { level: 'lvl', staff: 'isStaff', teams: 'teams' },
    },
  };
  const phone = () => `+1202557${String(counter).padStart(4, '0')}`;

  beforeAll(async () => {
    const options = ['red', 'blue'].map((value) => ({ label: value, value }));
    const attributes = [
      { name: 'level', type: 2 },
      { name: 'staff', type: 3 },
      { name: 'teams', type: 5, options },
    ];
    await manage('user/customattribute/create', { attributes });
  });

  test('name, address, phone and mapped attributes are renewed', async () => {
    await connectTenant(latchkey, b, theirs, mapped, { domains: [domain] });
    const first = await signedIn(
      await samlRound(b, theirs, {
        nameId: `n-${counter}`,
        attributes: { email: [`old@${domain}`], name: ['Old'], lvl: ['3'], isStaff: ['false'] },
      }),
    );
    expect(first.user).toMatchObject({ name: 'Old', customAttributes: { level: 3, staff: false } });
    const { user } = await signedIn(
      await samlRound(b, theirs, {
        nameId: `n-${counter}`,
        attributes: {
          ...{ email: [`new@${domain}`], name: ['New'], tel: [phone()], telOk: ['true'] },
          ...{ lvl: ['4'], isStaff: ['true'], teams: ['blue', 'red', 'green'] },
        },
      }),
    );
    expect(user).toMatchObject({
      ...{ userId: first.user.userId, name: 'New', email: `new@${domain}`, verifiedEmail: true },
      ...{ phone: phone(), verifiedPhone: true },
      customAttributes: { level: 4, staff: true, teams: ['red', 'blue'] },
    });
  });

  test('a sign-in without changes writes nothing', async () => {
    await connectTenant(latchkey, b, theirs, mapped, { domains: [domain] });
    const said = {
      nameId: `same-${counter}`,
      attributes: { email: [`same@${domain}`], name: ['Same'], tel: [phone()], telOk: ['true'], lvl: ['3'] },
    };
    const { user } = await signedIn(await samlRound(b, theirs, said));
    const modifiedAt = () =>
      latchkey.service.db
        .selectFrom('users')
        .select('modifiedAt')
        .where('projectId', '=', latchkey.projectId)
        .where('id', '=', user.userId)
        .executeTakeFirstOrThrow();
    const before = await modifiedAt();
    latchkey.advance(1_000);
    expect((await signedIn(await samlRound(b, theirs, said))).user.userId).toBe(user.userId);
    expect(await modifiedAt()).toEqual(before);
  });

  test('details stay unchanged if the connection’s setting says so', async () => {
    await connectTenant(latchkey, b, theirs, { renewUserDetails: false }, { domains: [domain] });
    const said = (name: string) => ({ nameId: `s@${domain}`, attributes: { name: [name] } });
    await signedIn(await samlRound(b, theirs, said('Old')));
    expect((await signedIn(await samlRound(b, theirs, said('New')))).user.name).toBe('Old');
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${b}`);
    expect(body.saml.renewUserDetails).toBe(false);
    expect(body.oidc.renewUserDetails).toBe(false);
  });

  test('an address or number that another user has stays theirs', async () => {
    await connectTenant(latchkey, b, theirs, mapped, { domains: [domain] });
    await manage('user/create', { loginId: `taken@${domain}`, phone: phone() });
    const nameId = `t-${counter}`;
    await signedIn(await samlRound(b, theirs, { nameId, attributes: { email: [`me@${domain}`] } }));
    const { user } = await signedIn(
      await samlRound(b, theirs, {
        nameId,
        attributes: { email: [`taken@${domain}`], tel: [phone()], telOk: ['true'] },
      }),
    );
    expect(user).toMatchObject({ email: `me@${domain}`, verifiedPhone: false });
  });

  test('a verified address is not replaced by one that the connection cannot prove', async () => {
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });
    const nameId = `v-${counter}`;
    await signedIn(await samlRound(b, theirs, { nameId, attributes: { email: [`me@${domain}`] } }));
    const said = { nameId, attributes: { email: [`me@free${counter}.example`] } };
    expect((await signedIn(await samlRound(b, theirs, said))).user).toMatchObject({
      email: `me@${domain}`,
      verifiedEmail: true,
    });
  });

  test('OpenID claims are mapped to custom attributes and to the proof of address and number', async () => {
    const userAttrMapping = {
      customAttributes: { level: 'org.level', teams: 'teams' },
      ...{ verifiedEmail: 'mail_ok', verifiedPhone: 'phone_ok' },
    };
    await connectOidcTenant(latchkey, b, provider, { userAttrMapping }, { domains: [domain] });
    const claims = {
      ...{ sub: `o-${counter}`, email: `o@${domain}`, phone_number: phone(), phone_ok: true },
      ...{ org: { level: 7 }, teams: ['blue'] },
    };
    const first = await signedIn(await oidcRound(b, claims));
    expect(first.user).toMatchObject({
      ...{ email: `o@${domain}`, verifiedEmail: false, phone: phone(), verifiedPhone: false },
      customAttributes: { level: 7, teams: ['blue'] },
    });
    const { user } = await signedIn(await oidcRound(b, { ...claims, mail_ok: 'true' }));
    expect(user).toMatchObject({ verifiedEmail: true, verifiedPhone: true });
  });

  test('SAML maps the proof of an address: without it, the address is not verified', async () => {
    const attributeMapping = { verifiedEmail: 'mailOk' };
    await connectTenant(latchkey, b, theirs, { attributeMapping }, { domains: [domain] });
    const said = (ok: string) => ({ nameId: `m@${domain}`, attributes: { mailOk: [ok] } });
    expect((await signedIn(await samlRound(b, theirs, said('no')))).user.verifiedEmail).toBe(false);
    expect((await signedIn(await samlRound(b, theirs, said('true')))).user.verifiedEmail).toBe(true);
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
