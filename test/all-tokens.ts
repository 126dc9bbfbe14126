import * as openid from 'openid-client';
import { callback, discover, type Provider, prepare } from './applications.ts';
import { type HttpReceiver, startReceiver } from './counterparts/http-receiver.ts';
import type { Answer } from './harness.ts';
import { password } from './hosted-pages.ts';

/** The kinds of tokens that we sign, in the order of the table in `docs/tokens.md`. */
export const sessionKinds = [
  'session JWT',
  'session JWT without `aud`',
  'session JWT of an access key',
  'session JWT of an anonymous visitor',
  'session JWT of an impersonated user',
  'access token of the project’s own client',
] as const;
export const refreshKinds = ['refresh JWT', 'refresh JWT without `aud`'] as const;
export const otherKinds = [
  'token of a sign-in that awaits its second factor',
  'ID token of the project’s own client',
  'access token of an SSO application',
  'ID token of an SSO application',
  'token of an SSO application for itself',
  'logout token',
  'access token of a third-party application',
  'ID token of a third-party application',
  'token of a third-party application for itself',
  '`userinfo` of a client that wants it signed',
  'access token for an MCP server',
  'ID token of a client at an MCP server',
  'client assertion',
] as const;

export type Kind =
  | (typeof sessionKinds)[number]
  | (typeof refreshKinds)[number]
  | (typeof otherKinds)[number];

type Grant = openid.TokenEndpointResponse;

/** Returns a token of each kind, all valid now. Turns settings of the project and its policy on and off. */
export async function everyToken(provider: Provider): Promise<Record<Kind, string>> {
  const { latchkey, manage } = provider;
  const ok = ({ status, body }: Answer) => {
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  const post = async (path: string, body: object) =>
    ok(await latchkey.manage('POST', `/v1/mgmt/${path}`, body));
  const signIn = async (loginId: string) =>
    latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId, password } });

  await manage('/v1/mgmt/project/settings', { sessionAudience: false, clientRegistration: true });
  const loginId = await provider.makeUser();
  const without = ok(await signIn(loginId));
  await manage('/v1/mgmt/project/settings', { sessionAudience: true });
  const session = ok(await signIn(loginId));
  const own = await ownClient(provider);
  const sso = await ssoApplication(provider);
  const third = await thirdParty(provider);
  const mcp = await mcpClient(provider);

  const { cleartext } = await post('accesskey/create', { name: 'build' });
  const key = ok(
    await latchkey.request('POST', '/v1/auth/accesskey/exchange', {
      bearer: `${latchkey.projectId}:${cleartext}`,
      body: {},
    }),
  );
  const anonymous = await post('auth/anonymous', {});
  await post('role/create', { name: 'Support', permissionNames: ['Impersonate'] });
  const support = await provider.makeUser({ roleNames: ['Support'] });
  const { body: supporter } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${support}`);
  const acting = await post('impersonate', {
    impersonatorId: supporter.user.userId,
    loginId,
    validateConsent: false,
  });
  const impersonated = ok(
    await latchkey.request('POST', '/v1/auth/refresh', {
      bearer: `${latchkey.projectId}:${acting.jwt}`,
      body: {},
    }),
  );
  const assertion = await post('token/clientassertion', {
    issuer: latchkey.projectId,
    subject: session.user.userId,
    audience: [latchkey.projectId],
    expiresIn: 300,
    algorithm: 'RS256',
  });

  await post('project/sign-in-policy/set', { secondFactor: { when: 'always' } });
  const awaiting = await signIn(await provider.makeUser());
  await post('project/sign-in-policy/delete', {});

  return {
    'session JWT': session.sessionJwt,
    'session JWT without `aud`': without.sessionJwt,
    'session JWT of an access key': key.sessionJwt,
    'session JWT of an anonymous visitor': anonymous.sessionJwt,
    'session JWT of an impersonated user': impersonated.sessionJwt,
    'access token of the project’s own client': own.access_token,
    'refresh JWT': session.refreshJwt,
    'refresh JWT without `aud`': without.refreshJwt,
    'token of a sign-in that awaits its second factor': awaiting.body.mfa.refreshJwt,
    'ID token of the project’s own client': own.id_token ?? '',
    'access token of an SSO application': sso.user.access_token,
    'ID token of an SSO application': sso.user.id_token ?? '',
    'token of an SSO application for itself': sso.itself.access_token,
    'logout token': sso.logoutToken,
    'access token of a third-party application': third.user.access_token,
    'ID token of a third-party application': third.user.id_token ?? '',
    'token of a third-party application for itself': third.itself.access_token,
    '`userinfo` of a client that wants it signed': mcp.userInfo,
    'access token for an MCP server': mcp.user.access_token,
    'ID token of a client at an MCP server': mcp.user.id_token ?? '',
    'client assertion': assertion.jwt,
  };
}

const scope = 'openid profile email offline_access';

async function ownClient(provider: Provider): Promise<Grant> {
  const { latchkey } = provider;
  const config = await discover(latchkey, latchkey.projectId, latchkey.projectId);
  const redirect = { redirect_uri: 'https://app.example.com/callback' };
  const { url, checks } = await prepare(config, { ...redirect, scope });
  const { location } = await provider.signInAt(provider.browser(), url, await provider.makeUser());
  return openid.authorizationCodeGrant(config, new URL(location), checks);
}

async function ssoApplication(provider: Provider) {
  const receiver = await startReceiver(() => ({ status: 200 }));
  const { config, appId } = await provider.createClient({ backChannelLogoutUrl: `${receiver.url}/logout` });
  const user = async () => {
    const { url, checks } = await prepare(config, { scope });
    const loginId = await provider.grantedUser(appId);
    const { location } = await provider.signInAt(provider.browser(), url, loginId);
    return { loginId, tokens: await openid.authorizationCodeGrant(config, new URL(location), checks) };
  };
  const leaving = await user();
  await provider.manage('/v1/mgmt/user/logout', { loginId: leaving.loginId });
  await provider.latchkey.sendMessages();
  const logoutToken = sentTo(receiver);
  await receiver.close();
  return {
    user: (await user()).tokens,
    itself: await openid.clientCredentialsGrant(config),
    logoutToken,
  };
}

function sentTo({ requests }: HttpReceiver): string {
  return new URLSearchParams(requests[0]?.body).get('logout_token') ?? '';
}

async function thirdParty(provider: Provider) {
  const { projectId } = provider.latchkey;
  const { clientId = '', cleartext = '' } = await provider.manage('/v1/mgmt/thirdparty/app/create', {
    name: `Notes ${Math.random()}`,
    approvedCallbackUrls: [callback],
  });
  const config = await discover(provider.latchkey, `v1/apps/${projectId}`, clientId, cleartext);
  return { user: await consented(provider, config), itself: await openid.clientCredentialsGrant(config) };
}

/** A client that registered itself at an MCP server. */
async function mcpClient(provider: Provider) {
  const { latchkey } = provider;
  const { id } = await provider.manage('/v1/mgmt/mcpserver/create', {
    name: `Server ${Math.random()}`,
    url: `https://mcp-${Math.random()}.example.com/mcp`,
  });
  const { body } = await latchkey.manage('GET', `/v1/mgmt/mcpserver/load?id=${id}`);
  const config = await openid.dynamicClientRegistration(
    new URL(body.issuer),
    {
      redirect_uris: [callback],
      client_name: 'Assistant',
      userinfo_signed_response_alg: 'RS256',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    undefined,
    { execute: [openid.allowInsecureRequests] },
  );
  const user = await consented(provider, config);
  const response = await fetch(config.serverMetadata().userinfo_endpoint ?? '', {
    headers: { authorization: `Bearer ${user.access_token}` },
  });
  if (response.status !== 200) throw new Error(await response.text());
  return { user, userInfo: await response.text() };
}

/** Signs a new user in to a third-party application, who allows what it asks for. */
async function consented(provider: Provider, config: openid.Configuration): Promise<Grant> {
  const { url, checks } = await prepare(config, { scope });
  const browser = provider.browser();
  const page = await provider.signInAt(browser, url, await provider.makeUser());
  const hidden = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const { location } = await browser.post('/oauth2/v1/apps/finish-authorize', {
    ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
    answer: 'allow',
  });
  return openid.authorizationCodeGrant(config, new URL(location), checks);
}
