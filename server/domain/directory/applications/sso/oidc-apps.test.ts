import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, loginPageUrl, type SsoApps, startWithRole } from '../../../../../test/sso-apps.ts';

/** The public key of RFC 8037 appendix A.2. */
const edKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

let latchkey: SsoApps['latchkey'];
let apps: SsoApps['apps'];
let manage: SsoApps['manage'];
let createOidc: SsoApps['createOidc'];
let load: SsoApps['load'];
beforeAll(async () => {
  ({ latchkey, apps, manage, createOidc, load } = await startWithRole());
});
afterAll(() => latchkey.close());

describe('an OIDC application', () => {
  test('is created, loaded, changed and deleted by the public SDK', async () => {
    const made = await apps.createOidcApplication({
      name: 'Wiki',
      loginPageUrl,
      description: 'The wiki',
      logo: 'https://example.com/wiki.png',
      forceAuthentication: true,
    });
    const id = made.data?.id as string;
    expect(id).toMatch(/^C\w{27}$/);
    expect((await apps.load(id)).data).toEqual({
      id,
      name: 'Wiki',
      description: 'The wiki',
      enabled: true,
      logo: 'https://example.com/wiki.png',
      appType: 'oidc',
      templateId: '',
      oidcSettings: {
        loginPageUrl,
        customIdpInitiatedLoginPageUrl: '',
        issuer: expect.stringMatching(new RegExp(`^http://.*/${id}$`)),
        discoveryUrl: expect.stringContaining(`/${id}/.well-known/openid-configuration`),
        authorizationUrl: `${latchkey.baseUrl}/${id}/oauth2/v1/authorize`,
        tokenUrl: `${latchkey.baseUrl}/${id}/oauth2/v1/token`,
        userInfoUrl: `${latchkey.baseUrl}/${id}/oauth2/v1/userinfo`,
        endSessionUrl: `${latchkey.baseUrl}/${id}/oauth2/v1/logout`,
        jwksUrl: `${latchkey.baseUrl}/${latchkey.projectId}/.well-known/jwks.json?of=applications`,
        forceAuthentication: true,
        clientId: `${latchkey.projectId}.${id}`,
        clientType: '',
        approvedRedirectUrls: [],
        authorizationCodeDisabled: false,
        clientCredentialsDisabled: false,
        refreshTokenDisabled: false,
        jwtBearerDisabled: false,
        deviceCodeDisabled: false,
        dpopBoundAccessTokens: false,
        userClaimsInIdToken: false,
        forcePkce: false,
        defaultAudience: '',
        backChannelLogoutUrl: '',
        jwtBearerSettings: { issuers: {} },
        claims: [],
        tokenEndpointAuthMethod: '',
        jwks: { keys: [] },
        jwksUri: '',
        requirePushedAuthorizationRequests: false,
        resources: [],
        subjectType: '',
        sectorIdentifierUri: '',
      },
      samlSettings: expect.objectContaining({ entityId: '', idpCert: '', groupsMapping: [] }),
      wsfedSettings: expect.objectContaining({ realm: '', replyAllowedCallbacks: [] }),
      customSettings: { loginPageUrl: '' },
      customAttributes: {},
    });
    const update = { id, name: 'Wiki 2', loginPageUrl: 'https://other.example.com/', enabled: false };
    expect((await apps.updateOidcApplication(update)).data).toEqual({});
    expect(await load(id)).toMatchObject({
      name: 'Wiki 2',
      description: '',
      logo: '',
      enabled: false,
      oidcSettings: { loginPageUrl: 'https://other.example.com/', forceAuthentication: false },
    });
    expect((await apps.delete(id)).ok).toBe(true);
    const gone = await apps.load(id);
    expect([gone.code, gone.error?.errorCode]).toEqual([404, 'E111802']);
    expect((await apps.delete(id)).code).toBe(404);
  });

  test('keeps settings at an update that not every SDK can send', async () => {
    await latchkey.manage('POST', `${base}/customattribute/create`, {
      attributes: [{ name: 'kept', type: 1 }],
    });
    const settings = {
      clientType: 'confidential',
      approvedRedirectUrls: ['https://app.example.com/callback'],
      forcePkce: true,
      defaultAudience: 'clientId',
      backChannelLogoutUrl: 'https://app.example.com/logout',
      claims: ['email'],
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwksUri: 'https://app.example.com/keys',
      requirePushedAuthorizationRequests: true,
      resources: ['https://api.example.com/', 'urn:example:api'],
      subjectType: 'pairwise',
      sectorIdentifierUri: 'https://example.com/apps.json',
    };
    const id = await createOidc('Full', { ...settings, customAttributes: { kept: 'x' } });
    expect((await load(id)).oidcSettings).toMatchObject(settings);
    await apps.updateOidcApplication({ id, name: 'Full', loginPageUrl });
    const after = await load(id);
    expect(after).toMatchObject({ enabled: true, customAttributes: { kept: 'x' }, oidcSettings: settings });
    const cleared = { id, name: 'Full', approvedRedirectUrls: [], clientType: '', customAttributes: {} };
    const keyless = await manage('oidc/update', { ...cleared, jwksUri: '' });
    expect([keyless.status, keyless.body.errorMessage]).toEqual([
      400,
      expect.stringContaining('tokenEndpointAuthMethod'),
    ]);
    expect((await manage('oidc/update', { ...cleared, clientId: 'stolen', clientSecret: 'x' })).status).toBe(
      200,
    );
    expect(await load(id)).toMatchObject({
      customAttributes: {},
      oidcSettings: {
        approvedRedirectUrls: [],
        clientType: '',
        forcePkce: true,
        clientId: after.oidcSettings.clientId,
      },
    });
  });

  test.each([
    [{ name: '' }, 'name field is required'],
    [{ name: '  ' }, 'name field is required'],
    [{ id: '../x' }, 'id must have 1 to 64'],
    [{ id: 'x'.repeat(65) }, 'id must have 1 to 64'],
    [{ loginPageUrl: 'javascript:alert(1)' }, 'loginPageUrl'],
    [{ loginPageUrl: 'https://user:secret@example.com' }, 'loginPageUrl'],
    [{ logo: 'javascript:alert(1)' }, 'logo'],
    [{ logo: 'data:text/html;base64,PGI+' }, 'logo'],
    [{ backChannelLogoutUrl: '/logout' }, 'backChannelLogoutUrl'],
    [{ approvedRedirectUrls: ['https://*.example.com'] }, 'approvedRedirectUrls'],
    [{ approvedRedirectUrls: ['https://example.com/#here'] }, 'approvedRedirectUrls'],
    [{ approvedRedirectUrls: ['nonsense'] }, 'approvedRedirectUrls'],
    [{ clientType: 'secret' }, 'clientType'],
    [{ defaultAudience: 'me' }, 'defaultAudience'],
    [{ clientId: 'a:b' }, 'clientId'],
    [{ clientSecret: 'short' }, 'clientSecret'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ claims: ['email', 'shoe_size'] }, 'Remove shoe_size'],
    [{ customAttributes: { nobody: 1 } }, 'nobody'],
    [{ tokenEndpointAuthMethod: 'client_secret_jwt' }, 'tokenEndpointAuthMethod'],
    [{ tokenEndpointAuthMethod: 'private_key_jwt' }, 'tokenEndpointAuthMethod'],
    [{ tokenEndpointAuthMethod: 'client_secret_post', clientType: 'public' }, 'tokenEndpointAuthMethod'],
    [{ jwks: { keys: [{ kty: 'RSA' }] } }, 'jwks: key 1 is not'],
    [{ jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }, 'jwks: key 1 contains a private key'],
    [{ jwks: { keys: [{ ...edKey, d: edKey.x }] } }, 'jwks: key 1 contains a private key'],
    [{ jwks: { keys: [edKey] }, jwksUri: 'https://app.example.com/keys' }, 'jwksUri'],
    [{ jwksUri: 'keys.json' }, 'jwksUri'],
    [{ resources: ['/api'] }, 'resources'],
    [{ resources: ['https://api.example.com/#all'] }, 'resources'],
    [{ subjectType: 'secret' }, 'subjectType'],
    [{ subjectType: 'pairwise' }, 'sectorIdentifierUri'],
    [{ sectorIdentifierUri: 'example.com' }, 'sectorIdentifierUri'],
  ])('with %j is refused', async (fields, message) => {
    const { status, body } = await manage('oidc/create', { name: 'Refused', loginPageUrl, ...fields });
    expect(status).toBe(400);
    expect(body.errorMessage).toContain(message);
    const { data } = await apps.loadAll();
    expect(data?.map((app) => app.name)).not.toContain('Refused');
  });

  test('can have a picture as its logo', async () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    expect(await load(await createOidc('Pictured', { logo }))).toMatchObject({ logo });
  });

  test('shows the endpoints that its discovery document names', async () => {
    const { oidcSettings } = await load(await createOidc('Endpoints'));
    const document = await (await fetch(oidcSettings.discoveryUrl)).json();
    expect(document).toMatchObject({
      issuer: oidcSettings.issuer,
      authorization_endpoint: oidcSettings.authorizationUrl,
      token_endpoint: oidcSettings.tokenUrl,
      userinfo_endpoint: oidcSettings.userInfoUrl,
      end_session_endpoint: oidcSettings.endSessionUrl,
      jwks_uri: oidcSettings.jwksUrl,
    });
  });
});
