import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  newPlace,
  type Place,
  runLatchkey,
  type ServerProcess,
  startServer,
} from '../../test/latchkey-process.ts';
import { administrationProjectId } from '../core/administration.ts';

let place: Place;
let servers: ServerProcess[];

beforeEach(async () => {
  place = await newPlace();
  servers = [];
});

afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ exited }) => exited));
  await place.remove();
});

async function serve(env = {}): Promise<ServerProcess> {
  const server = await startServer(place, env);
  servers.push(server);
  return server;
}

async function start({ start }: ServerProcess, token: string, loginId: string): Promise<number> {
  const response = await fetch(`${start.baseUrl}/v1/console/start`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${administrationProjectId}`,
      'content-type': 'application/json',
      origin: start.baseUrl,
    },
    body: JSON.stringify({ token, loginId, name: '' }),
  });
  await response.text();
  return response.status;
}

const tokenOf = (url: string) => url.split('#')[1] ?? '';

test('each start prints a link for the first owner, and the newest counts, also after an interrupted one', async () => {
  const first = await serve();
  expect(first.start.consoleUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/start#[\w-]{43}$/);
  const second = await serve();
  expect(await start(second, tokenOf(first.start.consoleUrl), 'owner')).toBe(401);
  expect(await start(first, tokenOf(second.start.consoleUrl), 'owner')).toBe(200);
  // There is an owner, who has no second factor.
  const third = await serve();
  expect(await start(third, tokenOf(third.start.consoleUrl), 'owner')).toBe(200);
});

test('on a terminal the link has a line of its own', async () => {
  const server = await serve({ LATCHKEY_LOG: 'pretty' });
  expect(server.stdout()).toMatch(/ {2}Console {9}http:\/\/127\.0\.0\.1:\d+\/console\/start#[\w-]{43}\n/);
});

test('the command line makes a first link too, and says why it makes none for nobody', async () => {
  const server = await serve();
  const { code, stdout } = await runLatchkey(place, ['administrator', 'link', '--json']);
  expect(code).toBe(0);
  const { url } = JSON.parse(stdout);
  expect(await start(server, tokenOf(url), 'owner')).toBe(200);
  const link = await runLatchkey(place, ['administrator', 'link', '--login-id', 'OWNER']);
  expect(link.stdout).toMatch(/^Open {2}http:\/\/127\.0\.0\.1:\d+\/console\/join#[\w-]{43}\n/);
  const nobody = await runLatchkey(place, ['administrator', 'link', '--login-id', 'nobody']);
  expect(nobody).toMatchObject({ code: 1, stdout: '', stderr: 'There is no administrator nobody.\n' });
});

test('the administration project has an audit log and keys to rotate, and no management keys', async () => {
  await serve();
  const project = ['--project', administrationProjectId];
  expect((await runLatchkey(place, ['audit', 'key', ...project])).stdout).toContain('BEGIN PUBLIC KEY');
  expect((await runLatchkey(place, ['audit', 'export', ...project])).code).toBe(0);
  expect((await runLatchkey(place, ['rotate-keys', ...project])).code).toBe(0);
  const all = await runLatchkey(place, ['rotate-keys']);
  expect(all.stdout).toContain(administrationProjectId);
  for (const args of [
    ['key', 'create', '--name', 'x', ...project],
    ['key', 'list', ...project],
    ['project', 'set', administrationProjectId, '--name', 'x'],
    ['project', 'create', '--id', administrationProjectId, '--name', 'x'],
  ]) {
    expect(await runLatchkey(place, args), args.join(' ')).toMatchObject({ code: 1, stdout: '' });
  }
  expect((await runLatchkey(place, ['project', 'list'])).stdout).not.toContain(administrationProjectId);
  const taken = await runLatchkey(place, ['serve'], { LATCHKEY_PROJECT_ID: administrationProjectId });
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('LATCHKEY_PROJECT_ID') });
});
