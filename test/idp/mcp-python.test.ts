import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Provider, startProvider } from '../applications.ts';
import { temporaryFolder } from '../counterparts/program.ts';
import { mcpClientKinds, startProtectedServer } from '../mcp-clients.ts';

// PyPI's MCP client, which shares no code with the SDK for Node in `test/journeys/mcp.test.ts`.

const version = '2.3.0';
const folder = temporaryFolder('mcp-python');

let provider: Provider;
let server: Awaited<ReturnType<typeof startProtectedServer>>;

beforeAll(async () => {
  run('python3', ['-m', 'venv', folder]);
  run(join(folder, 'bin/pip'), ['install', '--quiet', `mcp==${version}`]);
  provider = await startProvider();
  server = await startProtectedServer(provider);
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

test.each(mcpClientKinds)('the Python client that %s signs its user in, and calls a tool', async (kind) => {
  const { client_id: id, client_secret: secret } = (await server.knownClient(kind)) ?? {};
  const program = ['test/idp/mcp-client.py', server.url, id ?? '', secret ?? ''].filter(Boolean);
  const client = spawn(join(folder, 'bin/python'), program);
  let problem = '';
  client.stderr.on('data', (chunk) => (problem += String(chunk)));
  const lines = createInterface(client.stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(problem);
    return JSON.parse(value);
  };
  const name = { registers: 'Python client', 'describes itself': 'Described client' } as Record<
    string,
    string
  >;
  const { location, userId } = await server.allowAt(new URL(await next()), name[kind] ?? 'Created client');
  client.stdin.write(`${location}\n`);
  expect(await next()).toBe(userId);
});
