import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { oidcRounds } from '../../../../test/oidc-rounds.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../test/openid-provider.ts';
import { samlRounds } from '../../../../test/saml-rounds.ts';

/** Tests answers that lack something, or that say it in an unusual way, as common products do by default. */

let latchkey: Latchkey;
let provider: OpenIdProvider;
let idp: IdentityProvider;
let counter = 0;
let tenant: string;
let role: string;
let browser: OidcBrowser;
let samlBrowser: SsoBrowser;

beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOpenIdProvider(latchkey);
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(async () => {
  counter += 1;
  tenant = `gap-${counter}`;
  role = `Boss ${counter}`;
  browser = new OidcBrowser(latchkey);
  samlBrowser = new SsoBrowser(latchkey);
  for (const name of Object.keys(provider.faults)) delete provider.faults[name as keyof OpenIdFaults];
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: role });
});

const { person, round, signIn, failures } = oidcRounds(() => ({
  latchkey,
  provider,
  browser,
  tenant,
  counter,
}));
const saml = samlRounds(() => ({ latchkey, idp, browser: samlBrowser, tenant, counter }));
const mapped = () => ({ roleMappings: [{ roleName: role, groups: ['bosses'] }] });
const rolesIn = ({ body }: Awaited<ReturnType<typeof signIn>>) => body.claims.tenants[tenant].roles;
const audited = async () =>
  (
    await latchkey.manage('POST', '/v1/mgmt/audit/search', {
      actions: ['SsoAnswerIncomplete'],
      tenants: [tenant],
    })
  ).body.audits;

describe('a userinfo that cannot be had', () => {
  test.each([
    [401, ''],
    [403, '{}'],
    [404, '<html>'],
    [500, ''],
    [200, ''],
    [200, 'not JSON'],
  ])('(%i %j) leaves the ID token, and the roles of before', async (status, body) => {
    await connectOidcTenant(latchkey, tenant, provider, mapped());
    const before = await signIn(person({ groups: ['bosses'] }));
    expect(rolesIn(before)).toEqual([role]);
    provider.faults.userInfoAnswer = { status, body };
    const { sub, email, name } = person();
    const again = await signIn({ sub, email, name });
    expect(again.body.user).toMatchObject({ userId: before.body.user.userId, email });
    expect(rolesIn(again)).toEqual([role]);
    expect(await failures()).toMatchObject([
      { kind: 'userinfo', reason: expect.stringMatching(/only the ID token was used/) },
    ]);
    expect(await audited()).toHaveLength(1);
    await signIn({ sub, email, name });
    expect([(await failures()).length, (await audited()).length]).toEqual([1, 2]);
  });

  test('with a challenge leaves the ID token, too', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    Object.assign(provider.faults, { userInfoAnswer: { status: 401, body: '' }, challenges: true });
    const { sub, email, name } = person();
    expect((await signIn({ sub, email, name })).body.user).toMatchObject({ email, name });
    expect(await failures()).toMatchObject([
      { kind: 'userinfo', reason: expect.stringMatching(/invalid_token/) },
    ]);
  });

  test('refuses a person whom the ID token does not name, and says where the failure is', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    provider.faults.userInfoAnswer = { status: 403, body: '' };
    expect(errorOf(await round({ sub: `sub-${counter}` }))).toMatch(
      /no address, and at the userinfo endpoint.*403/,
    );
  });

  test('is no excuse for one about another person', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    provider.faults.userInfo = { sub: 'somebody-else' };
    const { sub, email, name } = person();
    expect(errorOf(await round({ sub, email, name }))).toMatch(/a different user than the ID token/);
  });
});

describe('more groups than Entra ID sends', () => {
  const overages: Record<string, unknown>[] = [
    { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example/x' } } },
    { hasgroups: true },
  ];
  test.each(overages)('in an ID token (%j) leave the roles of before', async (overage) => {
    await connectOidcTenant(latchkey, tenant, provider, mapped());
    await signIn(person({ groups: ['bosses'] }));
    const { sub, email, name } = person();
    expect(rolesIn(await signIn({ sub, email, name, ...overage }))).toEqual([role]);
    expect(await failures()).toMatchObject([
      { kind: 'groups', reason: expect.stringMatching(/more than 200 groups/) },
    ]);
    expect(rolesIn(await signIn(person({ groups: ['others'] })))).toEqual([]);
  });

  test('in an assertion leave the roles of before, or refuse the sign-in', async () => {
    const link = { 'http://schemas.microsoft.com/claims/groups.link': ['https://graph.example/x'] };
    await connectTenant(latchkey, tenant, idp, mapped());
    const who = saml.person();
    expect(rolesIn(await saml.signIn({ ...who, attributes: { groups: ['bosses'] } }))).toEqual([role]);
    expect(rolesIn(await saml.signIn({ ...who, attributes: link }))).toEqual([role]);
    expect((await failures())[0]).toMatchObject({
      kind: 'groups',
      reason: expect.stringMatching(/more than 150/),
    });
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
    expect(body.saml.groupOverage).toBe('keepRoles');
    const strict = await latchkey.manage('POST', '/v1/mgmt/sso/saml', {
      tenantId: tenant,
      settings: {
        idpUrl: 'https://idp.corp.example/sso',
        entityId: idp.entityId,
        idpCert: idp.certificatePem,
        ...mapped(),
        groupOverage: 'refuse',
      },
      redirectUrl: 'http://127.0.0.1:9/app',
    });
    expect(strict.status).toBe(200);
    const refused = await saml.round({ ...who, attributes: link });
    expect([codeOf(refused), errorOf(refused)]).toEqual([
      undefined,
      expect.stringMatching(/more than 150 groups/),
    ]);
    expect(rolesIn(await saml.signIn({ ...who, attributes: { groups: ['bosses'] } }))).toEqual([role]);
  });
});

test.each([
  'groups',
  'Groups',
  'Role',
  'isMemberOf',
  'http://schemas.xmlsoap.org/claims/Group',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/role',
  'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
])('groups are found under %s, and trimmed', async (name) => {
  await connectTenant(latchkey, tenant, idp, mapped());
  expect(rolesIn(await saml.signIn({ ...saml.person(), attributes: { [name]: [' bosses\n'] } }))).toEqual([
    role,
  ]);
});

test.each<[string, Record<string, string[]>, object]>([
  [
    'Entra ID names a person by display name, not by user principal name',
    {
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': ['ada@corp.onmicrosoft.example'],
      'http://schemas.microsoft.com/identity/claims/displayname': ['Ada King'],
    },
    { name: 'Ada King' },
  ],
  [
    'without a display name, given and family name make one',
    {
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': ['ada@corp.onmicrosoft.example'],
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': ['Ada'],
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': ['King'],
    },
    { name: 'Ada King', givenName: 'Ada', familyName: 'King' },
  ],
  ['an empty value counts as none', { name: [' '], displayName: ['Ada King'] }, { name: 'Ada King' }],
])('%s', async (_, attributes, user) => {
  await connectTenant(latchkey, tenant, idp);
  expect((await saml.signIn({ ...saml.person(), attributes })).body.user).toMatchObject(user);
});

describe('a value that a user cannot have is left out, and the person gets in', () => {
  const long = 'x'.repeat(257);
  const custom = { customAttributes: { level: 'lvl' } };
  beforeAll(async () => {
    const attributes = [{ name: 'level', type: 2 }];
    await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', { attributes });
  });

  /** Signs in for the first time, and once more with usable values, and then without them again. */
  const cases: [
    field: string,
    claims: Record<string, unknown>,
    good: Record<string, unknown>,
    why: RegExp,
  ][] = [
    ['name', { name: long }, { name: 'Ann' }, /value for name has more than 256/],
    ['name', { name: long, given_name: 'Ann', family_name: long }, { name: 'Ann' }, /family/],
    ['givenName', { given_name: long }, { given_name: 'Ann' }, /givenName has more than 256/],
    [
      'picture',
      { picture: `https://x.example/${'x'.repeat(2_048)}` },
      { picture: 'https://x.example/a' },
      /picture/,
    ],
    [
      'picture',
      { picture: 'javascript:alert(1)' },
      { picture: 'https://x.example/a' },
      /picture is not an https/,
    ],
    ['picture', { picture: 'data:image/png;base64,AA' }, { picture: 'https://x.example/a' }, /picture/],
    ['phone', { phone_number: '030 1234' }, { phone_number: '+493012345678' }, /phone/],
    ['phone', { phone_number: '+1'.padEnd(40, '2') }, { phone_number: '+493012345679' }, /phone/],
    ['level', { lvl: 'high' }, { lvl: '7' }, /attribute level/],
    ['level', { lvl: { toString: 1 } }, { lvl: 8 }, /attribute level/],
    ['level', { lvl: [[{ toString: 1 }]] }, { lvl: 9 }, /attribute level/],
  ];
  const valueIn = (user: { customAttributes: object }, field: string) =>
    (({ ...user, ...user.customAttributes }) as Record<string, unknown>)[field] || undefined;

  test.each(cases)('by OpenID Connect: %s (%#)', async (field, bad, good, why) => {
    await connectOidcTenant(latchkey, tenant, provider, { userAttrMapping: custom });
    const { name: _, ...who } = person();
    const first = (await signIn({ ...who, ...bad })).body.user;
    expect(valueIn(first, field)).toBe(bad['given_name'] === 'Ann' ? 'Ann' : undefined);
    expect((await failures())[0]).toMatchObject({ kind: 'attributes', reason: expect.stringMatching(why) });
    const recorded = (await audited()).length;
    const renewed = valueIn((await signIn({ ...who, ...good })).body.user, field);
    expect(renewed).toBeTruthy();
    expect(valueIn((await signIn({ ...who, ...bad })).body.user, field)).toEqual(renewed);
    // Only the first sign-in records it.
    expect([recorded, (await audited()).length]).toEqual([bad['family_name'] ? 2 : 1, recorded]);
  });

  const samlNames: Record<string, string> = {
    given_name: 'givenName',
    family_name: 'sn',
    phone_number: 'phone',
    picture: 'avatar',
  };
  const texts = cases.filter(([, bad]) => Object.values(bad).every((value) => typeof value === 'string'));
  test.each(texts)('by SAML: %s (%#)', async (field, bad, good, why) => {
    await connectTenant(latchkey, tenant, idp, { attributeMapping: { ...custom, picture: 'avatar' } });
    const say = (claims: Record<string, unknown>) => ({
      ...saml.person(),
      attributes: Object.fromEntries(
        Object.entries(claims).map(([name, value]) => [samlNames[name] ?? name, [String(value)]]),
      ),
    });
    const first = (await saml.signIn(say(bad))).body.user;
    expect(valueIn(first, field)).toBe(bad['given_name'] === 'Ann' ? 'Ann' : undefined);
    expect((await failures())[0]).toMatchObject({ kind: 'attributes', reason: expect.stringMatching(why) });
    const renewed = valueIn((await saml.signIn(say(good))).body.user, field);
    expect(renewed).toBeTruthy();
    expect(valueIn((await saml.signIn(say(bad))).body.user, field)).toEqual(renewed);
  });

  test.each([
    ['has 256 characters', () => 'n'.repeat(256), ''],
    ['looks like a user ID', () => `U${String(counter).padStart(27, '3')}`, ''],
    ['is what SDKs send for a missing value', () => 'undefined', ''],
    ['is another address than the user’s own', () => `upn${counter}@own${counter}.example`, 'free'],
  ])('a user name that %s leads to another login ID', async (_, nameOf, domain) => {
    const mail = domain ? `ann${counter}@free.example` : undefined;
    const domains = [`own${counter}.example`];
    const mapping = { attributeMapping: { username: 'uid' } };
    await connectTenant(latchkey, tenant, idp, mapping, { domains });
    const attributes = { uid: [nameOf()], ...(mail && { mail: [mail] }) };
    const said = { nameId: `id-${counter}`, attributes };
    const first = (await saml.signIn(said)).body.user;
    expect(first.loginIds).toEqual([mail ?? expect.stringMatching(new RegExp(`^${tenant}:U`))]);
    expect(await failures()).toMatchObject([
      { kind: 'attributes', reason: expect.stringMatching(/login ID/) },
    ]);
    expect((await saml.signIn(said)).body.user.userId).toBe(first.userId);
  });

  test('a NameID that no index can hold is refused in words', async () => {
    await connectTenant(latchkey, tenant, idp);
    expect(errorOf(await saml.round({ nameId: 'x'.repeat(5_000) }))).toMatch(/more than 1024 characters/);
  });
});

test('an empty address counts as none', async () => {
  await connectTenant(latchkey, tenant, idp);
  const mail = `real${counter}@corp.example`;
  const { body } = await saml.signIn({ nameId: `id-${counter}`, attributes: { email: [''], mail: [mail] } });
  expect(body.user.email).toBe(mail);
});

test('of several addresses, the one in the connection’s own domain counts', async () => {
  const domain = `own${counter}.example`;
  await connectTenant(latchkey, tenant, idp, {}, { domains: [domain] });
  const attributes = { mail: [`private${counter}@mail.example`, `ada@${domain}`] };
  const { body } = await saml.signIn({ nameId: `id-${counter}`, attributes });
  expect(body.user).toMatchObject({
    email: `ada@${domain}`,
    verifiedEmail: true,
    loginIds: [`ada@${domain}`],
  });
});

test('blanks around a pasted address, ID or secret do not count', async () => {
  const pasted = { issuer: ` ${provider.issuer}\n`, clientId: ' latchkey', clientSecret: 'secret\n' };
  await connectOidcTenant(latchkey, tenant, provider, pasted);
  expect((await signIn()).status).toBe(200);
  const saml = { idpUrl: ' https://idp.example/sso ', entityId: ` ${idp.entityId} ` };
  await connectTenant(latchkey, `${tenant}-saml`, idp, saml);
  const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}-saml`);
  expect(body.saml).toMatchObject({ idpSSOUrl: 'https://idp.example/sso', idpEntityId: idp.entityId });
});

describe('a provider that names no algorithm', () => {
  const byHand = () => ({
    authUrl: `${provider.issuer}/authorize`,
    tokenUrl: `${provider.issuer}/token`,
    JWKsUrl: `${provider.issuer}/jwks`,
  });
  test.each(['ES256', undefined] as const)('may sign with %s', async (algorithm) => {
    await connectOidcTenant(latchkey, tenant, provider, byHand());
    if (algorithm) provider.faults.algorithm = algorithm;
    expect((await signIn()).status).toBe(200);
  });

  test.each(['HS256', 'none'] as const)(
    'may not sign with %s, and the message names it',
    async (algorithm) => {
      await connectOidcTenant(latchkey, tenant, provider, byHand());
      provider.faults.algorithm = algorithm;
      expect(errorOf(await round())).toMatch(
        new RegExp(`signed with ${algorithm}, but the connection accepts RS256, .*EdDSA`),
      );
    },
  );
});

test('an address with an escaped ampersand is named as such', async () => {
  await connectTenant(latchkey, tenant, idp);
  const path = `/v1/auth/saml/acs?projectId=${latchkey.projectId}&amp;tenantId=${tenant}&amp;ssoId=x`;
  const answer = await latchkey.request('POST', path, {
    bearer: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    rawBody: 'SAMLResponse=x',
  });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain('&amp;amp;');
});
