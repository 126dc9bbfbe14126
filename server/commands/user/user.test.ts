import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { newPlace, type Place, type ServerProcess, startServer } from '../../../test/latchkey-process.ts';

let place: Place;
let server: ServerProcess;
let project: string;

beforeAll(async () => {
  place = await newPlace();
  server = await startServer(place);
  project = server.start.projectId;
});

afterAll(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await place.remove();
});

function run(args: string[], stdin = '') {
  return runCommandHere(place, ['user', ...args, '--project', project], {}, stdin);
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON that a script reads.
async function json(args: string[], stdin = ''): Promise<any> {
  const { code, stdout, stderr } = await run([...args, '--json'], stdin);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function call(path: string, body: object, bearer = project) {
  const response = await fetch(`${server.start.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { refreshJwt?: string } };
}

const signIn = (loginId: string, password: string) => call('/v1/auth/password/signin', { loginId, password });

test('a user is created with a generated password, signs in at the running server, is disabled and enabled', async () => {
  const loginId = 'ada@example.com';
  const made = await json(['create', loginId, '--name', 'Ada Lovelace', '--generate-password']);
  expect(made).toMatchObject({ loginIds: [loginId], email: loginId, verifiedEmail: true, status: 'invited' });
  expect((await signIn(loginId, made.password)).status).toBe(200);

  expect(await json(['disable', made.userId])).toMatchObject({ status: 'disabled' });
  expect((await signIn(loginId, made.password)).status).not.toBe(200);
  expect(await json(['enable', loginId])).toMatchObject({ status: 'enabled' });
  expect((await signIn(loginId, made.password)).status).toBe(200);
});

test('ended sessions cannot be refreshed', async () => {
  const { password } = await json(['create', 'grace@example.com', '--generate-password']);
  const { refreshJwt } = (await signIn('grace@example.com', password)).body;
  await json(['end-sessions', 'grace@example.com']);
  expect((await call('/v1/auth/refresh', {}, `${project}:${refreshJwt}`)).status).toBe(401);
});

test('users are found by text, login ID and user ID, and shown without secrets', async () => {
  const { userId, password } = await json([
    'create',
    'mary',
    '--name',
    'Mary Somerville',
    '--email',
    'mary@example.com',
    '--generate-password',
  ]);
  for (const text of ['somerv', 'mary@example.com', userId]) {
    expect(await json(['find', text])).toMatchObject({ total: 1, users: [{ userId }] });
  }
  expect(await json(['find', 'nobody-has-this-name'])).toEqual({ total: 0, users: [] });
  const shown = await run(['show', userId]);
  expect(shown.stdout).toMatch(/Status +created\n.*Last sign-in +never/s);
  const today = new Date().toISOString().slice(0, 10);
  const inactive = ['find', 'somerv', '--without-second-factor', '--not-signed-in-since', today];
  expect(await json(inactive)).toMatchObject({ total: 1, users: [{ userId }] });
  expect((await run(inactive)).stdout).toMatch(/created +never +mary/);
  expect((await signIn('mary', password)).status).toBe(200);
  expect(await json(inactive)).toMatchObject({ total: 0 });
  expect(shown.stdout).toMatch(/Email +mary@example\.com \(verified\)/);
  expect(shown.stdout).toMatch(/Sign-in methods +password/);
  expect(shown.stdout).not.toContain(password);
});

test('a password comes from a file or from standard input', async () => {
  const [first, second] = [randomBytes(15).toString('base64url'), randomBytes(15).toString('base64url')];
  const file = join(place.dataDir, 'password.txt');
  writeFileSync(file, `${first}\n`);
  const made = await run(['create', 'hedy', '--password-file', file]);
  expect(made).toMatchObject({ code: 0, stdout: expect.not.stringContaining(first) });
  expect((await signIn('hedy', first)).status).toBe(200);

  await json(['set-password', 'hedy', '--password-file', '-'], `${second}\n`);
  expect((await signIn('hedy', first)).status).not.toBe(200);
  expect((await signIn('hedy', second)).status).toBe(200);
  const temporary = await json(['set-password', 'hedy', '--generate-password', '--temporary']);
  expect((await signIn('hedy', temporary.password)).status).not.toBe(200);
});

test('a deleted user is gone, and the audit log names the command line', async () => {
  const { userId } = await json(['create', 'temporary-worker']);
  expect(await json(['delete', 'temporary-worker'])).toEqual({ userId, deleted: true });
  expect((await run(['show', userId])).code).toBe(1);
  const { stdout } = await runCommandHere(place, ['audit', 'export', '--project', project]);
  const events = stdout.split('\n').filter((line) => line.includes(userId));
  expect(events).toHaveLength(2);
  for (const event of events) expect(event).toContain('commandLine');
});

test.each([
  [['show', 'nobody'], '', 1, /^There is no user nobody in P\w+\. `latchkey user find /],
  [['delete', 'nobody'], '', 1, /^There is no user nobody/],
  [['set-password', 'nobody', '--generate-password'], '', 1, /^There is no user nobody/],
  [['create', 'x', '--password-file', '-'], '\n', 2, /^The first line of standard input is empty/],
  [['create', 'x', '--password-file', '-'], 'short\n', 2, /^The password cannot be used/],
  [['create', 'x', '--role', 'a', '--tenant', 'b'], '', 2, /^Use either --role or --tenant/],
  [['create', 'x', '--role', 'no-such-role'], '', 2, /no-such-role/],
  [['create', 'x', '--email', 'not an address'], '', 2, /valid address/],
  [['create', 'x', '--password-file', 'f', '--generate-password'], '', 2, /cannot be used with/],
  [['find', '--limit', '0'], '', 2, /from 1 to 10000/],
] as [string[], string, number, RegExp][])(
  'latchkey user %j is refused, and nothing is stored',
  async (args, stdin, code, message) => {
    const outcome = await run(args, stdin);
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
    expect((await run(['show', 'x'])).code).toBe(1);
  },
);

test('a project that does not exist is refused', async () => {
  const unknown = `P${'0'.repeat(27)}`;
  const outcome = await runCommandHere(place, ['user', 'find', '--project', unknown]);
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('latchkey project list') });
});

test('the export has everything about a user and no secret, and the audit log records it', async () => {
  const made = await json(['create', 'emmy@example.com', '--name', 'Emmy Noether', '--generate-password']);
  const { refreshJwt } = (await signIn('emmy@example.com', made.password)).body;
  const other = await json(['create', 'other@example.com', '--generate-password']);
  const file = join(place.dataDir, 'emmy.json');
  expect(await run(['export', 'emmy@example.com', '--output', file])).toEqual({
    code: 0,
    stderr: '',
    stdout: '',
  });
  const text = readFileSync(file, 'utf8');
  const { user, tables } = JSON.parse(text);
  expect(user).toMatchObject({ name: 'Emmy Noether', email: 'emmy@example.com' });
  expect(Object.keys(tables)).toEqual(
    expect.arrayContaining(['loginIds', 'passwords', 'sessions', 'auditEvents']),
  );
  expect(tables.sessions).toMatchObject([{ userAgent: expect.any(String), amr: expect.anything() }]);
  for (const secret of [made.password, refreshJwt!, '$argon2', 'sealed', 'Hash"', other.userId])
    expect(text).not.toContain(secret);
  expect((await run(['export', 'emmy@example.com', '--output', file])).code).toBe(1);
  const again = JSON.parse((await run(['export', made.userId, '--output', '-'])).stdout);
  const actions = again.tables.auditEvents.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === 'UserExported')).toHaveLength(1);
  expect((await run(['export', 'unknown@example.com'])).stderr).toContain('There is no user');
});
