import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Provider, startProvider } from '../applications.ts';
import { startMcpServer } from '../counterparts/mcp-server.ts';
import { temporaryFolder } from '../counterparts/program.ts';

// PyPI's MCP client, which shares no code with the SDK for Node in `test/journeys/mcp.test.ts`.

const version = '2.3.0';
const folder = temporaryFolder('mcp-python');

let provider: Provider;
let server: Awaited<ReturnType<typeof startMcpServer>>;

beforeAll(async () => {
  run('python3', ['-m', 'venv', folder]);
  run(join(folder, 'bin/pip'), ['install', '--quiet', `mcp==${version}`]);
  provider = await startProvider();
  server = await startMcpServer();
  await provider.manage('/v1/mgmt/role/create', { name: 'Note taker', permissionNames: [] });
  const { id = '' } = await provider.manage('/v1/mgmt/mcpserver/create', {
    ...{ name: 'Notes', url: server.url },
    scopes: [{ name: 'notes:read', description: 'Read your notes', values: ['Note taker'] }],
  });
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/mcpserver/load?id=${id}`);
  await server.protect(body.issuer, ['notes:read']);
});
afterAll(async () => {
  await server?.close();
  await provider?.latchkey.close();
  rmSync(folder, { recursive: true });
});

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}

test('the Python client registers, signs its user in, and calls a tool', async () => {
  const client = spawn(join(folder, 'bin/python'), ['test/idp/mcp-client.py', server.url]);
  let problem = '';
  client.stderr.on('data', (chunk) => (problem += String(chunk)));
  const lines = createInterface(client.stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(problem);
    return JSON.parse(value);
  };

  const loginId = await provider.makeUser({ roleNames: ['Note taker'] });
  const browser = provider.browser();
  const page = await provider.signInAt(browser, new URL(await next()), loginId);
  expect(page.html).toContain('Python client');
  expect(page.html).toContain('Read your notes');
  const hidden = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const { location } = await browser.post('/oauth2/v1/apps/finish-authorize', {
    ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
    answer: 'allow',
  });
  client.stdin.write(`${location}\n`);
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
  expect(await next()).toBe(body.user.userId);
});
