import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../test/command-line.ts';
import { onCitus, onPostgres, testOnce, testOnSqlite } from '../../test/engine.ts';
import {
  createUser,
  newEmptyPlace,
  newPlace,
  type Place,
  runLatchkey,
  type ServerProcess,
  startServer,
} from '../../test/latchkey-process.ts';
import { administrationProjectId } from '../core/administration.ts';

let place: Place;
let server: ServerProcess;

beforeAll(async () => {
  place = await newPlace();
  server = await startServer(place);
});

afterAll(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await place.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: the JSON that a script reads.
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await runCommandHere(place, [...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Runs in a process: the other tests check what the command returns, and this one the exit code. */
testOnce("the process ends with the command's exit code after printing everything", async () => {
  const outcomes = await Promise.all(
    [['--help'], ['nonsense'], ['key', 'revoke', 'K-unknown'], ['key', 'list']].map((args) =>
      runLatchkey(place, args),
    ),
  );
  expect(outcomes).toMatchObject([
    { code: 0, stdout: expect.stringMatching(/^Usage: latchkey .*\n$/s), stderr: '' },
    { code: 2, stdout: '', stderr: expect.stringMatching(/^error: .*\n$/s) },
    { code: 1, stdout: '', stderr: expect.stringMatching(/^No management key has the ID K-unknown.*\n$/) },
    { code: 0, stdout: expect.stringMatching(/^KEY ID .*\n$/s), stderr: '' },
  ]);
});

test.each([
  [['backup', '-'], '<file>'],
  [['restore', '-'], '<file>'],
  [['export', '--project', 'P1', '--out', '-', '--passphrase-file', 'x'], '--out'],
  [['import', '-', '--from', 'clerk', '--project', 'P1'], '<file>'],
  [['import', 'x', '--from', 'auth0', '--hashes', '-'], '--hashes'],
  [['import', 'x', '--from', 'auth0', '--report', '-'], '--report'],
  [['import', '--undo', '-'], '--undo'],
])('%j refuses -, because the command needs a file, and writes none of that name', async (args, name) => {
  const { code, stdout, stderr } = await runCommandHere(place, args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(new RegExp(`^${name} must be the name of a file`));
  expect(existsSync('-')).toBe(false);
});

test('- writes standard output, like no --output, and reads standard input once', async () => {
  const audit = ['audit', 'export', '--project', server.start.projectId];
  const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('{"event"'));
  const rows = rowsOf((await runCommandHere(place, audit)).stdout);
  const dashed = await runCommandHere(place, [...audit, '--output', '-']);
  expect(dashed.code).toBe(0);
  expect(rowsOf(dashed.stdout)).toEqual(rows);
  expect(rows.length).toBeGreaterThan(0);
  const snapshot = ['snapshot', 'export', '--project', server.start.projectId];
  const printed = await runCommandHere(place, [...snapshot, '--output', '-']);
  expect(JSON.parse(printed.stdout)).toHaveProperty('files');
  const keys = await runCommandHere(place, ['audit', 'key', '--project', server.start.projectId]);
  const file = join(place.dataDir, 'dash.ndjson');
  writeFileSync(file, dashed.stdout);
  const verified = await runCommandHere(place, ['audit', 'verify', file, '--key', '-'], {}, keys.stdout);
  expect({ code: verified.code, stderr: verified.stderr }).toEqual({ code: 0, stderr: '' });
  const both = await runCommandHere(place, ['audit', 'verify', '-', '--key', '-'], {}, keys.stdout);
  expect([both.code, both.stderr]).toEqual([2, expect.stringMatching(/Standard input cannot be both/)]);
  expect(existsSync('-')).toBe(false);
});

test.each([
  [[]],
  [['nonsense']],
  [['serve', 'now']],
  [['project']],
  [['project', 'create']],
  [['project', 'create', '--name', 'x', '--id', 'short']],
  [['project', 'create', '--name', 'x', '--algorithm', 'none']],
  [['project', 'create', '--name', 'x', '--redirect-url', 'https://user:secret@example.com/']],
  [['project', 'create', '--name', ' ']],
  [['project', 'create', '--name', 'x', '--password-min-length', '7']],
  [['project', 'set', `P${'0'.repeat(27)}`]],
  [['project', 'set', `P${'0'.repeat(27)}`, '--rate-limit', 'signInPerAddress=many']],
  [['project', 'set', `P${'0'.repeat(27)}`, '--rate-limit', 'everything=30/5m']],
  [['key', 'create', '--name', 'x']],
  [['key', 'create', '--name', 'x', '--project', 'P', '--expires', 'soon']],
  [['key', 'revoke']],
  [['backup']],
  [['serve', '--nonsense']],
])('wrong use exits with 2 and an explanation: latchkey %j', async (args) => {
  const { code, stdout, stderr } = await runCommandHere(place, args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).not.toBe('');
  expect(stderr).not.toContain('    at ');
});

test.each([
  [['--help']],
  [['--version']],
  [['help', 'serve']],
  [['key', '--help']],
  [['key', 'create', '--help']],
])('help exits with 0 and needs no environment: latchkey %j', async (args) => {
  const { code, stdout, stderr } = await runCommandHere({ env: {} }, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toBe('');
});

test.each([
  [['key', 'revoke', 'K-unknown']],
  [['key', 'create', '--name', 'x', '--project', `P${'0'.repeat(27)}`]],
  [['project', 'set', `P${'0'.repeat(27)}`, '--name', 'x']],
  [['rotate-keys', '--project', `P${'0'.repeat(27)}`]],
])('a missing record exits with 1 and one sentence: latchkey %j', async (args) => {
  const { code, stdout, stderr } = await runCommandHere(place, args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

testOnSqlite('reading a missing database does not create one', async () => {
  const env = { LATCHKEY_DATA_DIR: join(place.dataDir, 'elsewhere') };
  for (const args of [
    ['key', 'list'],
    ['project', 'list'],
    ['backup', 'x.db'],
  ]) {
    expect((await runCommandHere(place, args, env)).code).toBe(1);
  }
  expect((await runCommandHere(place, ['migrate', '--status'], env)).code).toBe(0);
  expect((await runCommandHere(place, ['migrate', '--dry-run'], env)).code).toBe(0);
  expect((await runCommandHere(place, ['doctor'], env)).code).toBe(0);
  expect(readdirSync(place.dataDir)).not.toContain('elsewhere');
});

test('a project is created once, listed and changed', async () => {
  const id = `P${randomBytes(20).toString('hex').slice(0, 27)}`;
  const made = await json(
    ...['project', 'create', '--name', 'Shop', '--id', id, '--algorithm', 'ES256'],
    ...['--redirect-url', 'https://shop.example.com/cb', '--redirect-url', 'https://*.shop.example.com/*'],
  );
  expect(made).toMatchObject({ id, name: 'Shop', settings: { signingAlgorithm: 'ES256' } });
  expect(made.settings.redirectUrls).toHaveLength(2);
  expect((await runCommandHere(place, ['project', 'create', '--name', 'Shop', '--id', id])).code).toBe(1);

  await json('project', 'set', id, '--name', 'Store', '--session-minutes', '5', '--no-redirect-urls');
  const listed = (await json('project', 'list')).find((project: { id: string }) => project.id === id);
  expect(listed).toMatchObject({
    name: 'Store',
    settings: { redirectUrls: [], sessionLifetimeSeconds: 300, signingAlgorithm: 'ES256' },
  });
});

test('the minimum password length is chosen with the project', async () => {
  const lengthAfter = async (...args: string[]) => {
    const { id } = await json('project', 'create', '--name', 'Passwords', ...args);
    const answer = await fetch(`${server.start.baseUrl}/v1/auth/password/policy`, {
      headers: { authorization: `Bearer ${id}` },
    });
    return ((await answer.json()) as { minLength: number }).minLength;
  };
  expect(await lengthAfter()).toBe(15);
  expect(await lengthAfter('--password-min-length', '8')).toBe(8);
});

test('rate limits of a project are changed, turned off, and not applied to its own servers', async () => {
  const { id } = await json('project', 'create', '--name', 'Limited');
  const { settings } = await json(
    ...[
      'project',
      'set',
      id,
      '--rate-limit',
      'signInPerAddress=100/5m',
      '--rate-limit',
      'codePerAddress=off',
    ],
    ...['--unlimited-address', '10.0.0.0/8', '--unlimited-address', '2001:db8::/32'],
  );
  expect(settings.rateLimits).toMatchObject({
    signInPerAddress: { requests: 100, seconds: 300 },
    codePerAddress: { requests: 0 },
    signUpPerAddress: { requests: 60, seconds: 60 },
  });
  expect(settings.unlimitedAddresses).toEqual(['10.0.0.0/8', '2001:db8::/32']);
  const emptied = await json('project', 'set', id, '--no-unlimited-addresses');
  expect(emptied.settings.unlimitedAddresses).toEqual([]);
});

test('another algorithm creates a key for it, and the old key stays published', async () => {
  const { id } = await json('project', 'create', '--name', 'Changing');
  await json('project', 'set', id, '--algorithm', 'ES256');
  const { keys } = (await (await fetch(`${server.start.baseUrl}/v2/keys/${id}`)).json()) as {
    keys: { alg: string }[];
  };
  expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'ES256']);
});

test('a management key works from its creation until it is revoked', async () => {
  const { projectId } = server.start;
  const made = await json('key', 'create', '--project', projectId, '--name', 'backend', '--expires', '30');
  expect(made).toMatchObject({
    projectId,
    name: 'backend',
    managementKey: expect.stringMatching(/^[\w-]{43}$/),
  });
  const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  expect(await createUser(server, made.managementKey, 'with-key@example.com')).toBe(200);

  const listed = await runCommandHere(place, ['key', 'list', '--project', projectId]);
  expect(listed.stdout).toContain(made.id);
  expect(listed.stdout).not.toContain(made.managementKey);
  expect(await json('key', 'revoke', made.id)).toEqual({ id: made.id, revoked: true });
  expect(await createUser(server, made.managementKey, 'without-key@example.com')).toBe(401);

  const reading = ['--project', projectId, '--name', 'reports', '--role', 'project-read-only'];
  const limited = await json('key', 'create', ...reading);
  expect(limited).toMatchObject({ roles: ['project-read-only'], tenantIds: null });
  expect(await createUser(server, limited.managementKey, 'by-reader@example.com')).toBe(403);
  const unknown = await runCommandHere(place, ['key', 'create', ...reading, '--tenant', 'unknown']);
  expect(unknown.stderr).toContain('unknown');
  const overInstance = ['--project', projectId, '--name', 'cloner', '--role', 'company-full-access'];
  expect(await json('key', 'create', ...overInstance)).toMatchObject({
    roles: ['project-full-access', 'company-full-access'],
    tenantIds: null,
  });
  expect(made).toMatchObject({ roles: ['project-full-access'] });
  const nonsense = await runCommandHere(place, ['key', 'create', ...reading, '--role', 'nonsense']);
  expect(nonsense).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Management keys cannot have/) });
});

test('keys are rotated for every project, and sign only after caches have had time', async () => {
  const projects = await json('project', 'list');
  const rotated = (await json('rotate-keys')) as { projectId: string; kid: string; signsFrom: string }[];
  expect(rotated.map(({ projectId }) => projectId).sort()).toEqual(
    [...projects.map(({ id }: { id: string }) => id), administrationProjectId].sort(),
  );
  for (const { signsFrom } of rotated) {
    expect(Date.parse(signsFrom) - Date.now()).toBeGreaterThan(5 * 60_000);
  }
});

test('a migrated database has nothing to migrate', async () => {
  expect(await json('migrate')).toEqual({ applied: [] });
  const { applied, pending, unknown, releases } = await json('migrate', '--status');
  expect(applied.length).toBeGreaterThan(0);
  expect([...pending, ...unknown]).toEqual([]);
  expect(releases.now).toContain('this build');
  expect((await json('migrate', '--dry-run')).migrations).toEqual([]);
  expect((await runCommandHere(place, ['migrate', '--dry-run', '--status'])).code).toBe(2);
});

test('a dry run prints the statements, and what waits for them', async () => {
  const empty = await newEmptyPlace();
  try {
    const { stdout } = await runCommandHere(empty, ['migrate', '--dry-run']);
    expect(stdout).toMatch(/-- 0001-projects\ncreate table "projects"/);
    expect(stdout).toContain(onPostgres ? 'keeps its locks until it ends' : 'Reads continue');
    const status = JSON.parse((await runCommandHere(empty, ['migrate', '--status', '--json'])).stdout);
    expect(status).toMatchObject({ applied: [], releases: { now: [] } });
    expect(status.releases.afterMigration).toContain('this build');
  } finally {
    await empty.remove();
  }
});

test('migrate prepares an empty database, and other commands do not', async () => {
  const empty = await newEmptyPlace();
  try {
    const names = JSON.parse((await runCommandHere(empty, ['migrate', '--status', '--json'])).stdout).pending;
    expect((await runCommandHere(empty, ['project', 'create', '--name', 'x'])).code).toBe(1);
    expect(JSON.parse((await runCommandHere(empty, ['migrate', '--json'])).stdout)).toEqual({
      applied: names,
    });
    const env = { LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64') };
    expect((await runCommandHere(empty, ['project', 'create', '--name', 'x'])).stderr).toContain(
      'LATCHKEY_SECRET_KEY is missing',
    );
    expect((await runCommandHere(empty, ['project', 'create', '--name', 'x'], env)).code).toBe(0);
  } finally {
    await empty.remove();
  }
});

test('doctor finds nothing wrong with a running server', async () => {
  const { ok, findings } = await json('doctor');
  expect(ok).toBe(true);
  expect(findings.map(({ check }: { check: string }) => check)).toEqual([
    ...['configuration', 'base URL', 'data folder', 'password hashing', 'components', 'database'],
    ...['migrations', 'engine', ...(onCitus ? ['distribution'] : [])],
    ...['secret key', 'clock', 'sign-in policies'],
  ]);
});

test('doctor warns of a variable that is no setting and of production behind an unknown proxy, without failing', async () => {
  const env = { LATCHKEY_MODE: 'production', HOST: '127.0.0.1', LATCHKEY_TRUSTED_PROXY: 'hunter2' };
  const { stdout } = await runCommandHere(place, ['doctor', '--json'], env);
  const warnings = JSON.parse(stdout).findings.filter(({ warning }: { warning?: true }) => warning);
  expect(warnings).toEqual([
    expect.objectContaining({
      ok: true,
      detail: expect.stringContaining('LATCHKEY_TRUSTED_PROXIES is not set'),
    }),
    expect.objectContaining({ ok: true, detail: expect.stringContaining('mean LATCHKEY_TRUSTED_PROXIES?') }),
  ]);
  expect(stdout).not.toContain('hunter2');
});

test('doctor exits with 1 and a remedy for each problem', async () => {
  await place.execute(
    `update "auditEvents" set "occurredAt" = ${Date.now() + 3_600_000} where action = 'UserCreated'`,
  );
  const env = { LATCHKEY_MODE: 'production', LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64') };
  const { code, stdout } = await runCommandHere(place, ['doctor', '--json'], env);
  expect(code).toBe(1);
  const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; detail: string }[] };
  const problems = findings.filter(({ ok }) => !ok).map(({ check }) => check);
  expect(problems).toEqual(['configuration', 'base URL', 'secret key', 'clock']);
});

testOnce('doctor reports a database that does not answer', async () => {
  const env = { DATABASE_URL: 'postgres://latchkey:hunter2@127.0.0.1:1/latchkey' };
  const { code, stdout } = await runCommandHere(place, ['doctor'], env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/database +problem +PostgreSQL cannot be reached/);
  expect(stdout).not.toContain('hunter2');
});
