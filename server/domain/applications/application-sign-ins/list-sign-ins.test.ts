import { deflateRawSync } from 'node:zlib';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callback, type Provider, prepare, startProvider } from '../../../../test/applications.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

async function list(id: string, locale = '') {
  const query = new URLSearchParams({ id, ...(locale && { locale }) });
  const { status, body } = await provider.latchkey.manage('GET', `/v1/mgmt/sso/idp/app/signins?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.signIns;
}

test('sign-ins and refusals of an OIDC application, newest first, each with what to do', async () => {
  const { appId, clientId, config, secret } = await provider.createClient();
  const other = await provider.createClient();
  const loginId = await provider.grantedUser(appId);
  const stranger = await provider.makeUser();
  const { url, checks } = await prepare(config);
  const { location } = await provider.signInAt(provider.browser(), url, loginId);
  await openid.authorizationCodeGrant(config, new URL(location), checks);
  expect(await list(appId)).toMatchObject([
    { outcome: 'signedIn', loginId, sentence: 'The user signed in.', remedy: '', reason: '', count: 1 },
  ]);

  const steps: [run: () => Promise<unknown>, expected: object][] = [
    [
      () => openid.authorizationCodeGrant(config, new URL(location), checks),
      { outcome: 'refused', sentence: expect.stringContaining('already been used') },
    ],
    [
      async () => provider.signInAt(provider.browser(), (await prepare(config)).url, stranger),
      { outcome: 'refused', loginId: stranger, remedy: expect.stringContaining('Assign the application') },
    ],
    [
      async () => {
        const wrong = (await prepare(config, { redirect_uri: `${callback}/` })).url;
        await provider.browser().get(wrong.href.slice(provider.latchkey.baseUrl.length));
      },
      { outcome: 'refused', loginId: '', sentence: expect.stringContaining(`${callback}/,`) },
    ],
    [
      () => token(appId, clientId, `${secret}x`),
      { outcome: 'refused', sentence: 'The application could not be authenticated.' },
    ],
    [
      () => token(appId, clientId, secret),
      { outcome: 'signedIn', loginId: '', sentence: expect.stringContaining('token for itself') },
    ],
  ];
  for (const [run, expected] of steps) {
    provider.latchkey.advance(1_000);
    await run().catch((error) => expect(error).toBeInstanceOf(openid.ResponseBodyError));
    const [newest] = await list(appId);
    expect(newest).toMatchObject(expected);
  }
  expect(await list(appId)).toHaveLength(steps.length + 1);
  expect((await list(appId, 'de')).at(-1)).toMatchObject({ sentence: 'Der Benutzer hat sich angemeldet.' });
  expect(await list(other.appId)).toEqual([]);
});

function token(appId: string, clientId: string, secret: string) {
  return fetch(`${provider.latchkey.baseUrl}/${appId}/oauth2/v1/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`)}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
}

test('sign-ins and refusals of a SAML application, also one that the application was told about', async () => {
  const entityId = 'https://wiki.example.com';
  const acsUrl = `${entityId}/acs`;
  const { id = '' } = await provider.manage('/v1/mgmt/sso/idp/app/saml/create', {
    name: 'Wiki',
    entityId,
    acsUrl,
    hasNoCertificate: true,
  });
  const { appId, config } = await provider.createClient();
  const loginId = await provider.grantedUser(appId);
  const browser = provider.browser();
  await provider.signInAt(browser, (await prepare(config)).url, loginId);
  const query = `app=${provider.latchkey.projectId}-${id}`;
  const open = () => provider.follow(browser, `/v1/auth/saml/idp/initiate?${query}`);
  await open();
  expect(await list(id)).toMatchObject([
    { outcome: 'refused', loginId, remedy: expect.stringContaining('Assign') },
  ]);

  await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [id] });
  provider.latchkey.advance(1_000);
  await open();
  expect((await list(id))[0]).toMatchObject({ outcome: 'signedIn', loginId });

  const request = (issuer: string) =>
    deflateRawSync(
      `<AuthnRequest xmlns="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" IssueInstant="${new Date(
        provider.latchkey.service.now(),
      ).toISOString()}"><Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</Issuer><NameIDPolicy Format="urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName"/></AuthnRequest>`,
    ).toString('base64');
  for (const [issuer, sentence] of [
    ['https://another.example.com', 'The request came from another entity ID.'],
    [entityId, 'The user has no identifier in the format that the application requests.'],
  ] as const) {
    provider.latchkey.advance(1_000);
    const sent = new URLSearchParams({ SAMLRequest: request(issuer) });
    await provider.follow(browser, `/v1/auth/saml/idp/sso?${query}&${sent}`);
    expect((await list(id))[0]).toMatchObject({ outcome: 'refused', sentence });
  }
});

test('the application must exist, and a client ID that cannot be one is recorded', async () => {
  const { latchkey } = provider;
  const unknown = await latchkey.manage('GET', '/v1/mgmt/sso/idp/app/signins?id=no');
  expect([unknown.status, unknown.body.errorCode]).toEqual([404, 'E111802']);
  const clientId = `${latchkey.projectId}.\0`;
  await provider.browser().get(`/oauth2/v1/authorize?client_id=${encodeURIComponent(clientId)}`);
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', {
    actions: ['LoginFailed'],
    limit: 1,
  });
  expect(body.audits[0].data).toMatchObject({ clientId, kind: 'client' });
});
