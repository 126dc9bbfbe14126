import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Provider, startProvider } from '../applications.ts';
import { startMcpServer } from '../counterparts/mcp-server.ts';

let provider: Provider;
let server: Awaited<ReturnType<typeof startMcpServer>>;
beforeAll(async () => {
  provider = await startProvider();
  server = await startMcpServer();
  const { manage } = provider;
  await manage('/v1/mgmt/role/create', { name: 'Note taker', permissionNames: [] });
  const { id = '' } = await manage('/v1/mgmt/mcpserver/create', {
    ...{ name: 'Notes', url: server.url },
    scopes: [{ name: 'notes:read', description: 'Read your notes', values: ['Note taker'] }],
  });
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/mcpserver/load?id=${id}`);
  await server.protect(body.issuer, ['notes:read']);
});
afterAll(async () => {
  await server.close();
  await provider.latchkey.close();
});

/** What an MCP client keeps between its requests. It knows the address of the MCP server and nothing else. */
class Memory {
  readonly redirectUrl = 'http://127.0.0.1:33418/callback';
  readonly clientMetadata = {
    client_name: 'Test client',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  asked: URL | undefined;
  information: object | undefined;
  stored: { access_token: string; token_type: string; refresh_token?: string | undefined } | undefined;
  verifier = '';

  clientInformation = () => this.information as { client_id: string } | undefined;
  saveClientInformation(information: object) {
    this.information = information;
  }
  tokens = () => this.stored;
  saveTokens(tokens: NonNullable<Memory['stored']>) {
    this.stored = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

test('an MCP client with nothing but the address of a server registers, signs its user in, and calls a tool', async () => {
  const memory = new Memory();
  const transport = () => new StreamableHTTPClientTransport(new URL(server.url), { authProvider: memory });
  const first = transport();
  await expect(new Client({ name: 'test', version: '1.0.0' }).connect(first)).rejects.toThrow(
    UnauthorizedError,
  );
  expect(memory.asked?.searchParams.get('resource')).toBe(server.url);

  const loginId = await provider.makeUser({ roleNames: ['Note taker'] });
  const browser = provider.browser();
  const page = await provider.signInAt(browser, memory.asked as URL, loginId);
  expect(page.html).toContain('Test client');
  expect(page.html).toContain('registered itself');
  expect(page.html).toContain('Read your notes');
  const hidden = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const { location } = await browser.post('/oauth2/v1/apps/finish-authorize', {
    ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
    answer: 'allow',
  });
  await first.finishAuth(new URL(location).searchParams.get('code') ?? '');

  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport());
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
  const answer = await client.callTool({ name: 'who-am-i' });
  expect(answer.content).toEqual([{ type: 'text', text: body.user.userId }]);
  await client.close();

  const account = await browser.get(`/account/${provider.latchkey.projectId}/applications`);
  for (const text of ['Test client', 'Read your notes', 'registered itself'])
    expect(account.html).toContain(text);
});
