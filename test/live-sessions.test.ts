import { Agent } from 'node:http';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../server/groups.ts';
import { createCertifiedKey } from '../server/protocols/saml/self-signed.ts';
import { callback, type Provider, prepare, startProvider } from './applications.ts';
import { askEndpoint, type Caller } from './ask-endpoint.ts';
import type { FormBrowser } from './browser.ts';
import { impersonate } from './credentials.ts';
import { password } from './hosted-pages.ts';
import { fieldsOf, samlSteps } from './saml-applications.ts';
import { refresh, signInByPassword } from './signed-in.ts';

// Whether a session is alive has one meaning at every door. Each reason for its end is tried at each door that takes a session.

let provider: Provider;
let saml: ReturnType<typeof samlSteps>;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  provider = await startProvider();
  await inProject({ accountPage: { enabled: true } });
  saml = samlSteps(provider, await createCertifiedKey('sp.example', Date.now()));
});
afterAll(async () => {
  agent.destroy();
  await provider.latchkey.close();
});

/** A user who is signed in everywhere: with tokens, in a browser, at applications. */
interface SignedIn {
  loginId: string;
  tokens: { refreshJwt: string; sessionJwt: string };
  browser: FormBrowser;
  application: Awaited<ReturnType<Provider['createClient']>>;
  applicationTokens: openid.TokenEndpointResponse;
  wikiUrl: string;
}

type End = (user: SignedIn) => Promise<unknown>;

const minutes = 60_000;
const manage = (path: string, body: object) => provider.manage(`/v1/mgmt/${path}`, body);
const inProject = (settings: object) => manage('project/settings', settings);
const longLifetimes = { refreshLifetimeSeconds: 30 * 86_400, refreshIdleSeconds: 14 * 86_400 };

const shortTenant = async (id: string, limits: object, more: object = {}) => {
  await manage('tenant/create', { id, name: id, ...more });
  await manage('tenant/settings', { tenantId: id, enabled: true, ...limits });
};
const oneDay = { refreshTokenExpiration: 1, refreshTokenExpirationUnit: 'days' };
const oneMinute = { enableInactivity: true, inactivityTime: 1, inactivityTimeUnit: 'minutes' };

/** Each ends the sessions of a user who signed in 36 hours ago and refreshed six minutes ago. */
const ends: Record<string, End> = {
  'the project shortens its lifetime': () => inProject({ refreshLifetimeSeconds: 86_400 }),
  'the project shortens its idle time': () => inProject({ refreshIdleSeconds: 300 }),
  'a tenant of the user shortens the lifetime': async ({ loginId }) => {
    await shortTenant('brief', oneDay);
    await manage('user/update/tenant/add', { loginId, tenantId: 'brief' });
  },
  'a tenant of the user shortens the idle time': async ({ loginId }) => {
    await shortTenant('idle', oneMinute);
    await manage('user/update/tenant/add', { loginId, tenantId: 'idle' });
  },
  'a tenant in which the user inherits a role shortens the lifetime': async ({ loginId }) => {
    await manage('role/create', { name: 'Heir' });
    await manage('tenant/create', { id: 'parent', name: 'parent' });
    await shortTenant('child', oneDay, { parent: 'parent' });
    await manage('user/update/tenant/add', { loginId, tenantId: 'parent' });
    await manage('user/update/role/add', { loginId, tenantId: 'parent', roleNames: ['Heir'] });
  },
  'an administrator disables the user': ({ loginId }) =>
    manage('user/update/status', { loginId, status: 'disabled' }),
  'an administrator ends all sessions': ({ loginId }) => manage('user/logout', { loginId }),
  'an administrator deletes the user': ({ loginId }) => manage('user/delete', { loginId }),
};

describe.each(Object.entries(ends))('when %s', (_reason, end) => {
  let user: SignedIn;
  beforeAll(async () => {
    await inProject(longLifetimes);
    user = await signInEverywhere();
    expect(await doors(user)).toEqual({ apps: true, account: true, openid: true, saml: true, token: true });
    await end(user);
  });

  test('no endpoint accepts the tokens of the user', async () => {
    const accepted = await acceptedBy(user.tokens);
    expect(accepted).toEqual([]);
  });

  test('no page and no application accepts the session of the browser', async () => {
    const closed = { apps: false, account: false, openid: false, saml: false, token: false };
    expect(await doors(user)).toEqual(closed);
  });
});

test('when an impersonator loses the right, no endpoint accepts the tokens of the impersonation', async () => {
  await inProject(longLifetimes);
  const [impersonator, loginId] = [await provider.makeUser(), await provider.makeUser()];
  const tokens = await impersonate(provider.latchkey, impersonator, loginId);
  await manage('user/update/role/remove', { loginId: impersonator, roleNames: ['Impersonator'] });
  expect(await acceptedBy(tokens)).toEqual([]);
});

async function signInEverywhere(): Promise<SignedIn> {
  const { latchkey } = provider;
  const application = await provider.createClient({ refreshTokenDisabled: false });
  const wiki = await saml.createApp();
  const loginId = await provider.grantedUser(application.appId);
  await manage('user/update/ssoapp/add', { loginId, ssoAppIds: [wiki.id] });
  const browser = provider.browser();
  const { url, checks } = await prepare(application.config);
  const { location } = await provider.signInAt(browser, url, loginId);
  const granted = await openid.authorizationCodeGrant(application.config, new URL(location), checks);
  const signedIn = (await signInByPassword(latchkey, { loginId, password })).body;
  latchkey.advance(36 * 60 * minutes);
  const tokens = (await refresh(latchkey, signedIn.refreshJwt)).body;
  const applicationTokens = await openid.refreshTokenGrant(application.config, granted.refresh_token ?? '');
  latchkey.advance(6 * minutes);
  return { loginId, tokens, browser, application, applicationTokens, wikiUrl: wiki.initiatedUrl };
}

/** Returns the names of the endpoints that accept a token of the user. */
async function acceptedBy(tokens: SignedIn['tokens']): Promise<string[]> {
  const { latchkey } = provider;
  const { baseUrl, projectId, managementKey } = latchkey;
  const caller: Caller = {
    baseUrl,
    agent,
    projectId,
    managementKey,
    accessKey: '',
    tokens,
    consoleCookie: '',
  };
  const accepted: string[] = [];
  for (const endpoint of endpoints) {
    const { auth, name, forAdministrators } = endpoint;
    if (forAdministrators === 'only' || (auth !== 'refresh' && auth !== 'session')) continue;
    const { status, body } = await askEndpoint(caller, endpoint, {});
    const isRefused = ['E064001', 'E062109'].includes(body.errorCode) && [401, 403].includes(status);
    if (!isRefused) accepted.push(`${name}: ${status} ${body.errorCode}`);
  }
  const bearer = `${projectId}:${tokens.refreshJwt}`;
  const tried = await latchkey.request('POST', '/v1/auth/try-refresh', { bearer, body: {} });
  return Object.keys(tried.body).length > 0 ? [...accepted, `try-refresh: ${tried.status}`] : accepted;
}

/** Reports which doors are open to the browser of the user and to their application. */
async function doors(user: SignedIn): Promise<Record<string, boolean>> {
  const { latchkey } = provider;
  const { browser, application, applicationTokens, wikiUrl } = user;
  const { url } = await prepare(application.config, { prompt: 'none' });
  const opened = await browser.get(url.href.slice(latchkey.baseUrl.length));
  const wiki = fieldsOf(await saml.open(browser, wikiUrl));
  const told = await openid.tokenIntrospection(application.config, applicationTokens.access_token);
  const info = await latchkey.request('GET', '/oauth2/v1/apps/userinfo', {
    bearer: null,
    headers: { authorization: `Bearer ${applicationTokens.access_token}` },
  });
  expect(info.status === 200).toBe(told.active);
  return {
    apps: (await browser.get(`/apps/${latchkey.projectId}`)).status === 200,
    account: (await browser.get(`/account/${latchkey.projectId}`)).status === 200,
    openid: new URL(opened.location).searchParams.has('code') && opened.location.startsWith(callback),
    saml: 'SAMLResponse' in wiki,
    token: told.active,
  };
}
