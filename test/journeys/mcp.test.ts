import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Provider, startProvider } from '../applications.ts';
import { mcpCallback, mcpClientKinds, startProtectedServer } from '../mcp-clients.ts';

let provider: Provider;
let server: Awaited<ReturnType<typeof startProtectedServer>>;
beforeAll(async () => {
  provider = await startProvider();
  server = await startProtectedServer(provider);
});
afterAll(async () => {
  await server.close();
  await provider.latchkey.close();
});

/** The memory of an MCP client between its requests. It knows the address of the MCP server and nothing else. */
class Memory {
  readonly redirectUrl = mcpCallback;
  readonly clientMetadata = {
    client_name: 'Test client',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  asked: URL | undefined;
  stored: { access_token: string; token_type: string; refresh_token?: string | undefined } | undefined;
  verifier = '';

  information: object | undefined;

  constructor(information: object | undefined) {
    this.information = information;
  }

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

test.each(mcpClientKinds)('an MCP client that %s signs its user in, and calls a tool', async (kind) => {
  const memory = new Memory(await server.knownClient(kind));
  const transport = () => new StreamableHTTPClientTransport(new URL(server.url), { authProvider: memory });
  const first = transport();
  await expect(new Client({ name: 'test', version: '1.0.0' }).connect(first)).rejects.toThrow(
    UnauthorizedError,
  );
  expect(memory.asked?.searchParams.get('resource')).toBe(server.url);
  const name = { registers: 'Test client', 'describes itself': 'Described client' } as Record<string, string>;
  const shown = name[kind] ?? 'Created client';
  const { location, browser, userId } = await server.allowAt(memory.asked as URL, shown);
  await first.finishAuth(new URL(location).searchParams.get('code') ?? '');

  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport());
  const answer = await client.callTool({ name: 'who-am-i' });
  expect(answer.content).toEqual([{ type: 'text', text: userId }]);
  await client.close();

  const account = await browser.get(`/account/${provider.latchkey.projectId}/applications`);
  for (const text of [shown, 'Read your notes', `Notes at ${server.url}`])
    expect(account.html).toContain(text);
  expect(account.html.includes('registered itself')).toBe(kind !== 'was created by an administrator');
});
