import { expect } from 'vitest';
import type { Provider } from './applications.ts';
import type { Visited } from './browser.ts';
import { fieldsOf } from './consents.ts';
import { startReceiver } from './counterparts/http-receiver.ts';
import { startMcpServer } from './counterparts/mcp-server.ts';

/** Where the MCP clients of the tests wait for the browser. */
export const mcpCallback = 'http://127.0.0.1:33418/callback';

/** The ways in which a client becomes known at the server: by itself, by a document about it, or by an administrator. */
export const mcpClientKinds = ['registers', 'describes itself', 'was created by an administrator'] as const;

/** Starts an MCP server whose users sign in at the provider, and what MCP clients need to get there. */
export async function startProtectedServer(provider: Provider) {
  const server = await startMcpServer();
  const document = await startReceiver(() => ({ status: 200, body: description }));
  const description = {
    client_id: `${document.url}/client.json`,
    client_name: 'Described client',
    redirect_uris: [mcpCallback],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  };
  await provider.manage('/v1/mgmt/role/create', { name: 'Note taker', permissionNames: [] });
  const { id = '' } = await provider.manage('/v1/mgmt/mcpserver/create', {
    name: 'Notes',
    url: server.url,
    scopes: [{ name: 'notes:read', description: 'Read your notes', values: ['Note taker'] }],
  });
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/mcpserver/load?id=${id}`);
  await server.protect(body.issuer, ['notes:read']);

  /** Returns what the client knows about itself before it begins. */
  async function knownClient(kind: (typeof mcpClientKinds)[number]) {
    if (kind === 'registers') return undefined;
    if (kind === 'describes itself') return { client_id: description.client_id };
    const { clientId = '', cleartext = '' } = await provider.manage('/v1/mgmt/thirdparty/app/create', {
      name: `Created client ${Math.random()}`,
      approvedCallbackUrls: [mcpCallback],
    });
    return { client_id: clientId, client_secret: cleartext };
  }

  /** Signs a user in at the address that the client opens, and allows it what it asks for. Returns where the browser goes, and the user. */
  async function allowAt(url: URL, name: string) {
    const loginId = await provider.makeUser({ roleNames: ['Note taker'] });
    const browser = provider.browser();
    const page: Visited = await provider.signInAt(browser, url, loginId);
    for (const text of [`Allow ${name}`, 'Read your notes', `Notes at ${server.url}`])
      expect(page.html).toContain(text);
    const form = { ...fieldsOf(page), answer: 'allow' };
    const { location } = await browser.post('/oauth2/v1/apps/finish-authorize', form);
    const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
    return { location, browser, userId: body.user.userId as string };
  }

  const close = () => Promise.all([server.close(), document.close()]);
  return { url: server.url, knownClient, allowAt, close };
}
