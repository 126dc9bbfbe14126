import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
  startTestIn,
} from '../../../../test/identity-provider.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../test/openid-provider.ts';
import type { IdpResponseInput } from '../../../protocols/saml/idp-response.ts';
import { findingCodes, sayFinding } from './findings/finding.ts';

/** Tests what a test of a connection finds: what the first user would meet, in sentences. */

let latchkey: Latchkey;
let provider: OpenIdProvider;
let idp: IdentityProvider;
let tenant: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOpenIdProvider(latchkey);
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
  const attributes = [{ name: 'level', type: 2 }];
  await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', { attributes });
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(() => {
  tenant = `tested-${++counter}`;
  for (const name of Object.keys(provider.faults)) delete provider.faults[name as keyof OpenIdFaults];
});

async function lastTest(language = 'en') {
  const path = `/v1/mgmt/sso/test?tenantId=${tenant}&language=${language}`;
  const { status, body } = await latchkey.manage('GET', path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.test;
}

type Said = { code: string; level: string; sentence: string };
const found = async (code: string): Promise<Said | undefined> =>
  (await lastTest()).findings.find((one: Said) => one.code === code);
const codes = async (): Promise<string[]> => (await lastTest()).findings.map((one: Said) => one.code);

async function testSaml(changes: Partial<IdpResponseInput> = {}) {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.open(await startTestIn(browser, latchkey, tenant));
  await browser.post(request.acsUrl, await idp.respond(request, changes));
}

async function testOidc(claims: Record<string, unknown> = {}) {
  const browser = new OidcBrowser(latchkey);
  const authorize =
    (await browser.get(await startTestIn(browser, latchkey, tenant))).headers.get('location') ?? '';
  const person = { sub: `sub-${counter}`, email: `ann${counter}@corp.example`, name: 'Ann', groups: ['a'] };
  await browser.get(await provider.signIn(authorize, { ...person, ...claims }));
}

async function spCertificate(): Promise<string> {
  return (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`)).body.saml.spCertificate;
}

describe('a SAML test', () => {
  test('says how the answer was signed, by which certificate, and what was found where', async () => {
    await connectTenant(latchkey, tenant, idp);
    expect(await lastTest()).toMatchObject({ time: 0, succeeded: false, findings: [] });
    await testSaml();
    expect(await lastTest()).toMatchObject({ succeeded: true, name: 'Alice', groups: ['staff'] });
    const { findings } = await lastTest();
    expect(Object.fromEntries(findings.map((one: Said) => [one.code, one.sentence]))).toMatchObject({
      assertionSigned: expect.stringMatching(/signed with RSA-SHA256.*Sign SAML response and assertion/),
      notEncrypted: expect.any(String),
      certificate: expect.stringMatching(/[0-9A-F]{2}:[0-9A-F]{2}.*valid until .*20\d\d/),
      clock: expect.any(String),
      nameId: expect.stringContaining('emailAddress'),
      nameFound: 'The name was sent in the attribute `name`.',
      emailFound: 'The email address was sent in the attribute `NameID`.',
      emailNotProven: expect.any(String),
      groupsFound: 'Groups were sent in the attribute `groups`: 1.',
    });
  });

  test.each<[string, Partial<IdpResponseInput>]>([
    ['responseSigned', { sign: 'response' }],
    ['bothSigned', { sign: 'both' }],
    ['groupsMissing', { attributes: {} }],
    ['nameMissing', { attributes: {} }],
    ['emailMissing', { nameId: 'jsmith' }],
    ['subjectMissing', { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
    [
      'nameIdReplaced',
      {
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
        attributes: { mail: ['ann@corp.example'] },
      },
    ],
    ['groupsLeftOut', { attributes: { 'http://schemas.microsoft.com/claims/groups.link': ['x'] } }],
    ['textTooLong', { attributes: { name: ['x'.repeat(257)] } }],
    ['phoneUnusable', { attributes: { phone: ['030 123'] } }],
    ['emailUnusable', { attributes: { mail: ['no address'] } }],
    ['attributeUnusable', { attributes: { lvl: ['high'] } }],
    ['loginIdUnusable', { nameId: 'x'.repeat(256) }],
  ])('says %s', async (code, changes) => {
    await connectTenant(latchkey, tenant, idp, { attributeMapping: { customAttributes: { level: 'lvl' } } });
    await testSaml(changes);
    expect(await codes()).toContain(code);
  });

  test('says that the assertion is encrypted', async () => {
    await connectTenant(latchkey, tenant, idp);
    await testSaml({ encryptFor: await spCertificate() });
    expect((await found('encrypted'))?.sentence).toMatch(/AES-256-GCM/);
  });

  test.each([
    ['clockAhead', 20_000, '20 seconds'],
    ['clockBehind', -50_000, '50 seconds'],
  ])('says %s', async (code, difference, seconds) => {
    await connectTenant(latchkey, tenant, idp);
    await testSaml({ issueInstant: latchkey.service.now() + difference });
    expect((await found(code))?.sentence).toContain(seconds);
  });

  test('says what would keep the user out: the setting for left-out groups, and the domain of another connection', async () => {
    await connectTenant(latchkey, `${tenant}-other`, idp, {}, { domains: [`other${counter}.example`] });
    await connectTenant(latchkey, tenant, idp, { groupOverage: 'refuse' });
    await testSaml({
      nameId: `ann@other${counter}.example`,
      attributes: { 'http://schemas.microsoft.com/claims/groups.link': ['x'] },
    });
    const { findings } = await lastTest();
    expect(findings.slice(0, 3).map((one: Said) => [one.code, one.level])).toEqual([
      ['groupsLeftOut', 'problem'],
      ['groupsRefused', 'problem'],
      ['emailForeign', 'problem'],
    ]);
  });
});

describe('an OpenID Connect test', () => {
  test('says how the token endpoint, the ID token and the userinfo were', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    provider.faults.userInfo = { nickname: 'annie' };
    await testOidc();
    const { findings } = await lastTest();
    expect(Object.fromEntries(findings.map((one: Said) => [one.code, one.sentence]))).toMatchObject({
      tokenAuthAccepted: expect.stringContaining('client_secret_basic'),
      tokenAlgorithm: expect.stringMatching(/signed with RS256\. The connection accepts RS256/),
      userInfoAgrees: expect.stringContaining('status 200'),
      claimsFrom: expect.stringMatching(/ID token: .*email.*From the userinfo response: nickname\./),
      groupsFound: 'Groups were sent in the attribute `groups`: 1.',
    });
    expect(findings.some((one: Said) => one.level === 'problem')).toBe(false);
  });

  test.each<[string, OpenIdFaults, RegExp]>([
    [
      'tokenAuthOther',
      { clientSecret: 'post' },
      /with client_secret_basic, and accepts them with client_secret_post\. Set/,
    ],
    ['tokenAuthOther', { clientSecret: 'post', challenges: true }, /accepts them with client_secret_post/],
    [
      'tokenAuthNeither',
      { clientSecret: 'rejected' },
      /both with client_secret_basic and with client_secret_post.*Value/,
    ],
    [
      'tokenAuthUnknown',
      { clientSecret: 'post', checksCodeFirst: true },
      /couldn’t determine.*client_secret_post/,
    ],
  ])('finds out about a client that is rejected: %s %j', async (code, faults, sentence) => {
    await connectOidcTenant(latchkey, tenant, provider);
    Object.assign(provider.faults, faults);
    await testOidc();
    expect(await lastTest()).toMatchObject({ succeeded: false, kind: 'refused' });
    expect((await found(code))?.sentence).toMatch(sentence);
  });

  test('spends the code once: the other way is tried with codes that nobody issued', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    provider.faults.clientSecret = 'post';
    provider.tokenRequests.length = 0;
    await testOidc();
    const sent = provider.tokenRequests.map((form) => form.get('code'));
    expect(new Set(sent).size).toBe(sent.length);
    provider.tokenRequests.length = 0;
    const browser = new OidcBrowser(latchkey);
    await browser.get(await provider.signIn(await browser.start(tenant), { sub: 'x' }));
    // A sign-in of a user tries nothing else.
    expect(provider.tokenRequests).toHaveLength(1);
  });

  test.each<[string, OpenIdFaults, Record<string, unknown>]>([
    ['tokenAlgorithmRefused', { algorithm: 'ES256' }, {}],
    ['userInfoFailed', { userInfoAnswer: { status: 403, body: '' } }, {}],
    ['userInfoFailed', { userInfoAnswer: { status: 500, body: '' } }, { name: undefined }],
    ['userInfoOther', { userInfo: { sub: 'another' } }, {}],
    ['groupsLeftOut', {}, { groups: undefined, _claim_names: { groups: 'src1' } }],
    ['linkUnusable', {}, { picture: 'http://corp.example/ann.png' }],
    [
      'tokenAuthNotAnnounced',
      { discovery: { token_endpoint_auth_methods_supported: ['private_key_jwt'] } },
      {},
    ],
  ])('says %s', async (code, faults, claims) => {
    await connectOidcTenant(latchkey, tenant, provider);
    Object.assign(provider.faults, faults);
    await testOidc(claims);
    expect(await codes()).toContain(code);
  });

  test('signs in nobody, and no outcome has a secret', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    await testOidc();
    provider.faults.clientSecret = 'post';
    await testOidc();
    const rows = await latchkey.service.db
      .selectFrom('ssoTests')
      .select('outcome')
      .where('projectId', '=', latchkey.projectId)
      .where('tenantId', '=', tenant)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([rows, await lastTest()])).not.toMatch(/"secret"|at-sub|eyJ/);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/search', { tenantIds: [tenant] });
    expect(body.users).toEqual([]);
  });
});

test('a token endpoint that challenges the client refuses the sign-in in words, and is recorded', async () => {
  await connectOidcTenant(latchkey, tenant, provider);
  Object.assign(provider.faults, { clientSecret: 'rejected', challenges: true });
  const browser = new OidcBrowser(latchkey);
  const answer = await browser.get(await provider.signIn(await browser.start(tenant), { sub: 'x' }));
  expect(answer.headers.get('location')).toMatch(/invalid_client/);
  const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/failures?tenantId=${tenant}`);
  expect(body.failures).toMatchObject([{ kind: 'refused', reason: expect.stringMatching(/invalid_client/) }]);
});

test('every finding has a sentence in each language, with its values', () => {
  const names =
    'method used other announced reason idToken userInfo came accepted algorithm cipher fingerprint format';
  const more = 'attribute seconds count limit field';
  const values = {
    ...Object.fromEntries(`${names} ${more}`.split(' ').map((name) => [name, `[${name}]`])),
    until: '1800000000000',
  };
  const { find } = latchkey.context.languages;
  for (const tag of ['de', 'fr', 'es']) {
    for (const code of findingCodes) {
      const [ours, english] = [tag, 'en'].map((one) => sayFinding(find(one)!, { code, values }));
      expect([code, ours !== english, ours?.includes('undefined')]).toEqual([code, true, false]);
    }
  }
});
