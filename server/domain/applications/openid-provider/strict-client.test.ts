import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callback, type Provider, startProvider } from '../../../../test/applications.ts';

// oauth4webapi verifies every answer, including content types, `iss`, token types and the signatures of ID tokens.

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

const insecure = { [oauth.allowInsecureRequests]: true };

/** Creates an application and reads its issuer's document. */
async function newClient(settings: object = {}) {
  const created = await provider.createClient(settings);
  const issuer = new URL(`${provider.latchkey.baseUrl}/${provider.latchkey.projectId}/${created.appId}`);
  const response = await oauth.discoveryRequest(issuer, insecure);
  const server = await oauth.processDiscoveryResponse(issuer, response);
  const own: oauth.Client = { client_id: created.clientId };
  const authentication = created.secret ? oauth.ClientSecretBasic(created.secret) : oauth.None();
  return { ...created, server, own, authentication };
}

type Client = Awaited<ReturnType<typeof newClient>>;

async function newHandle({ own }: Client): Promise<oauth.DPoPHandle> {
  return oauth.DPoP(own, await oauth.generateKeyPair('ES256'));
}

/** Pushes a request with PKCE, and returns the address for the browser with what the client remembers. */
async function push(
  { server, own, authentication }: Client,
  { DPoP, more = {} }: { DPoP?: oauth.DPoPHandle; more?: Record<string, string> } = {},
) {
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const parameters = {
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid email offline_access',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  const options = { ...insecure, ...(DPoP && { DPoP }) };
  const response = await oauth.pushedAuthorizationRequest(server, own, authentication, parameters, options);
  const { request_uri } = await oauth.processPushedAuthorizationResponse(server, own, response);
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({ client_id: own.client_id, request_uri }).toString();
  return { url, verifier, state, nonce };
}

/** Signs a new user in, and returns what redeems the code. */
async function signIn(client: Client, { DPoP }: { DPoP?: oauth.DPoPHandle } = {}) {
  const { server, own, authentication } = client;
  const loginId = await provider.grantedUser(client.appId);
  const { url, verifier, state, nonce } = await push(client, { ...(DPoP && { DPoP }) });
  const { location } = await provider.signInAt(provider.browser(), url, loginId);
  const answer = oauth.validateAuthResponse(server, own, new URL(location), state);
  const redeem = async (by?: oauth.DPoPHandle) => {
    const options = { ...insecure, ...(by && { DPoP: by }) };
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, own, authentication, answer, callback, verifier, options] as const),
    );
    const checks = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, own, response, checks);
    await oauth.validateApplicationLevelSignature(server, response, insecure);
    return tokens;
  };
  return { loginId, redeem };
}

async function refresh({ server, own, authentication }: Client, token = '', DPoP?: oauth.DPoPHandle) {
  const options = { ...insecure, ...(DPoP && { DPoP }) };
  const response = await oauth.refreshTokenGrantRequest(server, own, authentication, token, options);
  return oauth.processRefreshTokenResponse(server, own, response);
}

async function introspect({ server, own, authentication }: Client, token: string) {
  const response = await oauth.introspectionRequest(server, own, authentication, token, insecure);
  return oauth.processIntrospectionResponse(server, own, response);
}

test('a strict client signs a user in with PKCE, a pushed request and DPoP', async () => {
  const client = await newClient({ requirePushedAuthorizationRequests: true, dpopBoundAccessTokens: true });
  const { server, own } = client;
  const DPoP = await newHandle(client);
  const { loginId, redeem } = await signIn(client, { DPoP });
  const tokens = await redeem(DPoP);
  expect(tokens.token_type).toBe('dpop');
  const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {};
  const response = await oauth.userInfoRequest(server, own, tokens.access_token, { ...insecure, DPoP });
  expect(await oauth.processUserInfoResponse(server, own, sub, response)).toMatchObject({ email: loginId });
  const refreshed = await refresh(client, tokens.refresh_token, DPoP);
  expect(await introspect(client, refreshed.access_token)).toMatchObject({
    active: true,
    token_type: 'DPoP',
  });
});

test('a resource server verifies an access token with nothing but the issuer’s document', async () => {
  const client = await newClient();
  const { access_token: token } = await (await signIn(client)).redeem();
  const headers = { authorization: `Bearer ${token}` };
  const verify = (audience: string) =>
    oauth.validateJwtAccessToken(
      ...([
        client.server,
        new Request('https://notes.example.com/', { headers }),
        audience,
        insecure,
      ] as const),
    );
  const { projectId } = provider.latchkey;
  expect(await verify(projectId)).toMatchObject({ client_id: client.clientId });
  await expect(verify('another')).rejects.toThrow('"aud"');
});

test('a code is bound to the key that was proven with the pushed request', async () => {
  const client = await newClient();
  const DPoP = await newHandle(client);
  const { redeem } = await signIn(client, { DPoP });
  await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(redeem(await newHandle(client))).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await redeem(DPoP)).token_type).toBe('dpop');
});

test('a pushed request is refused with another thumbprint than its proof’s, or with a proof that does not fit', async () => {
  const client = await newClient({ dpopBoundAccessTokens: true });
  const DPoP = await newHandle(client);
  const own = await push(client, { DPoP, more: { dpop_jkt: await DPoP.calculateThumbprint() } });
  expect(own.url.search).toContain('request_uri');
  const other = await newHandle(client);
  const mixed = push(client, { DPoP, more: { dpop_jkt: await other.calculateThumbprint() } });
  await expect(mixed).rejects.toMatchObject({
    error: 'invalid_request',
    error_description: expect.stringContaining('dpop_jkt'),
  });
  const forToken = oauth.DPoP(client.own, await oauth.generateKeyPair('ES256'), {
    [oauth.modifyAssertion]: (_, claims) => {
      claims['htu'] = client.server.token_endpoint ?? '';
    },
  });
  await expect(push(client, { DPoP: forToken })).rejects.toMatchObject({ error: 'invalid_dpop_proof' });
  // The proof is due with the token request only (RFC 9449 §5).
  expect((await push(client)).url.search).toContain('request_uri');
});

test('a refusal names its issuer, as a code does', async () => {
  const client = await newClient();
  const { url, state } = await push(client, { more: { prompt: 'none' } });
  const { location } = await provider.browser().get(url.href.slice(provider.latchkey.baseUrl.length));
  const validate = (server: oauth.AuthorizationServer) =>
    oauth.validateAuthResponse(server, client.own, new URL(location), state);
  expect(() => validate(client.server)).toThrow(oauth.AuthorizationResponseError);
  const another = { ...client.server, issuer: 'https://other.example.com' };
  expect(() => validate(another)).toThrow('unexpected "iss"');
});

test('refresh tokens rotate, and one that comes twice ends the session', async () => {
  const client = await newClient();
  const { refresh_token: first, access_token } = await (await signIn(client)).redeem();
  expect(await introspect(client, access_token)).toMatchObject({ active: true, client_id: client.clientId });
  const { refresh_token: second } = await refresh(client, first);
  const { refresh_token: third } = await refresh(client, second);
  expect(new Set([first, second, third]).size).toBe(3);
  await expect(refresh(client, first)).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(refresh(client, third)).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a revoked refresh token is inactive, and so are the access tokens of its session', async () => {
  const client = await newClient();
  const { server, own, authentication } = client;
  const { refresh_token: token = '', access_token } = await (await signIn(client)).redeem();
  const revoke = () => oauth.revocationRequest(server, own, authentication, token, insecure);
  await oauth.processRevocationResponse(await revoke());
  await oauth.processRevocationResponse(await revoke());
  expect(await introspect(client, token)).toEqual({ active: false });
  expect(await introspect(client, access_token)).toEqual({ active: false });
  await expect(refresh(client, token)).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a device is signed in once its user has allowed it', async () => {
  const client = await newClient({ clientType: 'public' });
  const { server, own, authentication } = client;
  const begun = await oauth.deviceAuthorizationRequest(
    ...([server, own, authentication, { scope: 'openid offline_access' }, insecure] as const),
  );
  const device = await oauth.processDeviceAuthorizationResponse(server, own, begun);
  const ask = async () => {
    const response = await oauth.deviceCodeGrantRequest(
      ...([server, own, authentication, device.device_code, insecure] as const),
    );
    return oauth.processDeviceCodeResponse(server, own, response);
  };
  await expect(ask()).rejects.toMatchObject({ error: 'authorization_pending' });
  const loginId = await provider.grantedUser(client.appId);
  const browser = provider.browser();
  const page = `/device/${provider.latchkey.projectId}`;
  const { location } = await browser.post(page, { user_code: device.user_code });
  const { html } = await provider.signInAt(browser, new URL(location), loginId);
  const asked = /name="asked" value="([^"]+)"/.exec(html)?.[1] ?? '';
  await browser.post(`${page}/confirm`, { asked, answer: 'allow' });
  provider.latchkey.advance(10_000);
  const tokens = await ask();
  expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toMatch(/^U/);
  expect((await refresh(client, tokens.refresh_token)).token_type).toBe('bearer');
});
