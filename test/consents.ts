import * as openid from 'openid-client';
import { expect } from 'vitest';
import { callback, discover, type Provider, prepare } from './applications.ts';
import type { FormBrowser, Visited } from './browser.ts';

/** A third-party application as a client of one issuer. */
export interface ThirdPartyClient {
  id: string;
  clientId: string;
  config: openid.Configuration;
  /** The scopes that it asks for. */
  scope: string;
}

export function fieldsOf({ html }: Visited): Record<string, string> {
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
}

export function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** The steps of users who are asked whether a third-party application may have something. */
export function consentSteps(provider: Provider) {
  const { latchkey, manage } = provider;
  const pathOf = (url: URL) => url.href.slice(latchkey.baseUrl.length);

  async function createApp(settings: object, scope: string): Promise<ThirdPartyClient & { secret: string }> {
    const app = await manage('/v1/mgmt/thirdparty/app/create', {
      name: `Notes ${Math.random()}`,
      approvedCallbackUrls: [callback],
      ...settings,
    });
    const { id = '', clientId = '', cleartext: secret = '' } = app;
    const config = await discover(latchkey, `v1/apps/${latchkey.projectId}`, clientId, secret);
    return { id, clientId, secret, config, scope };
  }

  /** Discovers an issuer for a client that the project does not know from its settings. */
  async function client(clientId: string, issuer: string, scope: string): Promise<ThirdPartyClient> {
    return {
      id: clientId.split('~')[1] ?? '',
      clientId,
      scope,
      config: await discover(latchkey, issuer, clientId),
    };
  }

  async function createServer(name: string, scopes: object[]) {
    const url = `https://server${Math.random()}.example.com/mcp`.replace('0.', '');
    const { id = '' } = await manage('/v1/mgmt/mcpserver/create', { name, url, scopes });
    return { id, name, url, scopes };
  }

  /** Makes the application a client of the endpoints of an MCP server. */
  async function at<T extends ThirdPartyClient & { secret: string }>(app: T, serverId: string): Promise<T> {
    const issuer = `v1/apps/agentic/${latchkey.projectId}/${serverId}`;
    return { ...app, config: await discover(latchkey, issuer, app.clientId, app.secret) };
  }

  /** Opens the application's request in a browser whose user is signed in. */
  async function open(app: ThirdPartyClient, browser: FormBrowser, more: Record<string, string> = {}) {
    const { url, checks } = await prepare(app.config, { scope: app.scope, ...more });
    const page = await browser.get(pathOf(url));
    return { page, checks, browser };
  }

  /** Brings a new user to the consent page. */
  async function ask(app: ThirdPartyClient, user: object = {}, more: Record<string, string> = {}) {
    const loginId = await provider.makeUser(user);
    const browser = provider.browser();
    const { url, checks } = await prepare(app.config, { scope: app.scope, ...more });
    const page = await provider.signInAt(browser, url, loginId);
    return { page, checks, browser, loginId };
  }

  const answer = (browser: FormBrowser, page: Visited, form: Record<string, string> = {}) =>
    browser.post('/oauth2/v1/apps/finish-authorize', { ...fieldsOf(page), answer: 'allow', ...form });

  /** Allows what the page asks for, and collects the tokens. */
  async function allow(
    app: ThirdPartyClient,
    { page, checks, browser }: Awaited<ReturnType<typeof open>>,
    form: Record<string, string> = {},
  ) {
    expect(page.status, page.location).toBe(200);
    const { location } = await answer(browser, page, form);
    return openid.authorizationCodeGrant(app.config, new URL(location), checks);
  }

  /** Reports whether the user must be asked, as a silent request learns it. */
  async function mustAsk(app: ThirdPartyClient, browser: FormBrowser, more: Record<string, string> = {}) {
    const { page } = await open(app, browser, { prompt: 'none', ...more });
    const { searchParams } = new URL(page.location);
    if (searchParams.get('code')) return false;
    expect(searchParams.get('error')).toBe('consent_required');
    return true;
  }

  async function consentsOf(filter: object): Promise<Record<string, unknown>[]> {
    const { status, body } = await latchkey.manage('POST', '/v1/mgmt/thirdparty/consents/search', filter);
    expect(status).toBe(200);
    return body.consents;
  }

  return { createApp, client, createServer, at, open, ask, answer, allow, mustAsk, consentsOf };
}
