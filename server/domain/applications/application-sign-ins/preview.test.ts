import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

async function preview(id: string, loginId: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ id, loginId, ...more });
  const { status, body } = await provider.latchkey.manage('GET', `/v1/mgmt/sso/idp/app/preview?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const codesOf = ({ findings }: { findings: { code: string; outcome: string }[] }) =>
  findings.filter(({ outcome }) => outcome === 'blocks').map(({ code }) => code);

async function createSaml(settings: object = {}) {
  const { id = '' } = await provider.manage('/v1/mgmt/sso/idp/app/saml/create', {
    name: `Wiki ${Math.random()}`,
    entityId: 'https://wiki.example.com',
    acsUrl: 'https://wiki.example.com/acs',
    hasNoCertificate: true,
    ...settings,
  });
  return id;
}

test('the claims are those that a sign-in gives, with the same subject', async () => {
  await provider.manage('/v1/mgmt/role/create', { name: 'Previewer' });
  const settings = { subjectType: 'pairwise' };
  const { appId, config } = await provider.createClient(settings);
  const user = { name: 'Ada Lovelace', roleNames: ['Previewer'] };
  const loginId = await provider.grantedUser(appId, user);
  const scope = 'openid profile email roles unknown';
  const before = await preview(appId, loginId, { scope });
  expect(before).toMatchObject({ allowed: true, attributes: [], nameId: '' });
  expect(before.findings).toMatchObject([{ code: 'granted', outcome: 'fine' }]);

  const { url, checks } = await prepare(config, { scope });
  const { location } = await provider.signInAt(provider.browser(), url, loginId);
  const tokens = await openid.authorizationCodeGrant(config, new URL(location), checks);
  const { claims } = await preview(appId, loginId, { scope });
  expect(claims).toMatchObject({ name: 'Ada Lovelace', email: loginId, roles: ['Previewer'] });
  const { updated_at: _, ...steady } = before.claims;
  expect(claims).toMatchObject(steady);
  const about = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
  expect(claims).toEqual(about);
  const { sub, roles } = claims;
  expect(tokens.claims()).toMatchObject({ sub, roles });
});

test('the name ID and the attributes are those of the assertion', async () => {
  const { appId, config } = await provider.createClient();
  const id = await createSaml({
    subjectNameIdType: 'email',
    attributeMapping: [
      { name: 'mail', type: '', value: 'email' },
      { name: 'who', type: '', value: 'user.name' },
      { name: 'absent', type: '', value: 'phone' },
    ],
  });
  const loginId = await provider.grantedUser(appId, { name: 'Ada' });
  await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [id] });
  const browser = provider.browser();
  await provider.signInAt(browser, (await prepare(config)).url, loginId);
  const page = await provider.follow(
    browser,
    `/v1/auth/saml/idp/initiate?app=${provider.latchkey.projectId}-${id}`,
  );
  const [, sent = ''] = /name="SAMLResponse" value="([^"]*)"/.exec(page.html) ?? [];
  const xml = Buffer.from(sent, 'base64').toString();
  const [, format, nameId] = /<(?:\w+:)?NameID[^>]*Format="([^"]*)"[^>]*>([^<]*)</.exec(xml) ?? [];
  const names = [...xml.matchAll(/<(?:\w+:)?Attribute [^>]*Name="([^"]*)"/g)].map(([, name]) => name);
  const values = [...xml.matchAll(/<(?:\w+:)?AttributeValue[^>]*>([^<]*)</g)].map(([, value]) => value);
  const answer = await preview(id, loginId);
  expect(answer).toMatchObject({ allowed: true, nameId, nameIdFormat: format, claims: {} });
  expect(answer.attributes).toEqual(names.map((name, index) => ({ name, values: [values[index]] })));
  expect(answer.attributes).toHaveLength(2);
});

test('each reason for a refusal is named, with what to do', async () => {
  const { appId } = await provider.createClient();
  const stranger = await provider.makeUser();
  const refused = await preview(appId, stranger);
  expect([refused.allowed, codesOf(refused)]).toEqual([false, ['notGranted']]);
  expect(refused.findings[0].remedy).toBe('Assign the application to the user or to one of their tenants.');
  expect((await preview(appId, stranger, { locale: 'de' })).findings[0].sentence).toContain('darf');

  const loginId = await provider.grantedUser(appId);
  await provider.manage('/v1/mgmt/user/update/status', { loginId, status: 'disabled' });
  expect(codesOf(await preview(appId, loginId))).toEqual(['disabled']);
  expect(await preview(appId, 'nobody@example.com')).toMatchObject({
    allowed: false,
    userId: '',
    claims: {},
  });

  const strict = await provider.createClient();
  const member = await provider.grantedUser(strict.appId);
  expect(codesOf(await preview(strict.appId, member))).toEqual([]);
  await setPolicy(
    provider.latchkey,
    { when: 'never' },
    { ssoAppId: strict.appId, firstFactors: ['passkey'] },
  );
  expect(codesOf(await preview(strict.appId, member))).toEqual(['noMethod']);

  const bare = await provider.createClient({ approvedRedirectUrls: [] });
  expect(codesOf(await preview(bare.appId, stranger))).toEqual(['notGranted', 'noRedirectUrl']);
  const { id: off = '' } = await provider.manage('/v1/mgmt/sso/idp/app/oidc/create', {
    name: 'Off',
    enabled: false,
    authorizationCodeDisabled: true,
  });
  expect(codesOf(await preview(off, stranger))).toEqual(['appDisabled', 'notGranted', 'codeOff']);
  const withoutOpenid = await preview(appId, stranger, { scope: 'email' });
  expect(withoutOpenid).toMatchObject({ claims: {} });
  expect(withoutOpenid.findings).toContainEqual(expect.objectContaining({ code: 'noOpenid' }));

  const byPhone = await createSaml({ subjectNameIdType: 'phone' });
  expect(codesOf(await preview(byPhone, stranger))).toEqual(['notGranted', 'noNameId']);
  const unread = await createSaml({ useMetadataInfo: true, metadataUrl: 'http://127.0.0.1:1/metadata' });
  expect(codesOf(await preview(unread, stranger))).toEqual(['notGranted', 'noMetadata']);
  const transient = await createSaml({
    subjectNameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  });
  expect((await preview(transient, stranger)).nameId).toBe('');
});

test('the application must exist, and the default one is for every user', async () => {
  const { latchkey } = provider;
  const stranger = await provider.makeUser();
  const unknown = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/preview?id=no&loginId=${stranger}`);
  expect([unknown.status, unknown.body.errorCode]).toEqual([404, 'E111802']);
  expect(await preview('descope-default-oidc', stranger)).toMatchObject({ allowed: true });
});
