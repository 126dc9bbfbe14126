import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { newPlace, type Place, type ServerProcess, startServer } from '../../../test/latchkey-process.ts';
import { administrationProjectId } from '../../core/administration.ts';

let place: Place;
let servers: ServerProcess[];

beforeAll(async () => {
  place = await newPlace();
  servers = [await startServer(place)];
});

afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ exited }) => exited));
  await place.remove();
});

async function serve(): Promise<ServerProcess> {
  const server = await startServer(place);
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

test('each start prints a link for the first owner, using one voids the others, and an interrupted use does not lock anyone out', async () => {
  const first = servers[0]!;
  expect(first.start.consoleUrl).toMatch(/^http:\/\/localhost:\d+\/console\/start#[\w-]{43}$/);
  const second = await serve();
  expect(await start(second, tokenOf(first.start.consoleUrl), 'owner')).toBe(200);
  expect(await start(first, tokenOf(second.start.consoleUrl), 'owner')).toBe(401);
  // An owner exists, who has no second factor.
  const third = await serve();
  expect(await start(third, tokenOf(third.start.consoleUrl), 'owner')).toBe(200);
});

test('the command line creates a first link, too, and gives the reason when it refuses', async () => {
  const server = servers[0]!;
  const { code, stdout } = await runCommandHere(place, ['administrator', 'link', '--json']);
  expect(code).toBe(0);
  const { url } = JSON.parse(stdout);
  expect(await start(server, tokenOf(url), 'owner')).toBe(200);
  const link = await runCommandHere(place, ['administrator', 'link', '--login-id', 'OWNER']);
  expect(link.stdout).toMatch(/^Open {2}http:\/\/localhost:\d+\/console\/join#[\w-]{43}\n/);
  const nobody = await runCommandHere(place, ['administrator', 'link', '--login-id', 'nobody']);
  expect(nobody).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'No administrator has the login ID nobody.\n',
  });
});

test('the administration project has an audit log and keys to rotate, and no management keys', async () => {
  const project = ['--project', administrationProjectId];
  expect((await runCommandHere(place, ['audit', 'key', ...project])).stdout).toContain('BEGIN PUBLIC KEY');
  expect((await runCommandHere(place, ['audit', 'export', ...project])).code).toBe(0);
  expect((await runCommandHere(place, ['rotate-keys', ...project])).code).toBe(0);
  const all = await runCommandHere(place, ['rotate-keys']);
  expect(all.stdout).toContain(administrationProjectId);
  for (const args of [
    ['key', 'create', '--name', 'x', ...project],
    ['key', 'list', ...project],
    ['project', 'set', administrationProjectId, '--name', 'x'],
    ['project', 'create', '--id', administrationProjectId, '--name', 'x'],
  ]) {
    expect(await runCommandHere(place, args), args.join(' ')).toMatchObject({ code: 1, stdout: '' });
  }
  expect((await runCommandHere(place, ['project', 'list'])).stdout).not.toContain(administrationProjectId);
  const taken = await runCommandHere(place, ['serve'], { LATCHKEY_PROJECT_ID: administrationProjectId });
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('LATCHKEY_PROJECT_ID') });
});
