import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { totpCode } from '../../../test/authenticator-app.ts';
import { runCommandHere } from '../../../test/command-line.ts';
import { createDatabase } from '../../../test/counterparts/postgres.ts';
import { onPostgres, testOnSqlite } from '../../../test/engine.ts';
import type { Latchkey } from '../../../test/harness.ts';
import {
  newPlace,
  type Outcome,
  type Place,
  prepare,
  startCommand,
  whileServed,
} from '../../../test/latchkey-process.ts';
import {
  createPasswordUser,
  refresh,
  signInByPassword,
  verifyTotp,
  withToken,
} from '../../../test/signed-in.ts';

interface Target {
  to: string;
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** On the engine of the run. Moves go to the other engine, and from there back. */
let source: Place;
let other: Target;
let back: Target;

beforeEach(async () => {
  source = await newPlace();
  // The empty URL of a PostgreSQL place's move to SQLite replaces the one that the harness sets.
  source.env = { ...source.env, LATCHKEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
  other = onPostgres ? newFolder('other') : await newDatabase();
  back = onPostgres ? await newDatabase() : newFolder('back');
});

afterEach(async () => {
  await Promise.all([other.remove(), back.remove(), source.remove()]);
});

function newFolder(name: string): Target {
  const folder = join(source.dataDir, name);
  return {
    to: `sqlite:${folder}`,
    env: { ...source.env, LATCHKEY_DATA_DIR: folder, DATABASE_URL: '' },
    remove: async () => {},
  };
}

async function newDatabase(): Promise<Target> {
  const { url, drop } = await createDatabase();
  return { to: url, env: { ...source.env, DATABASE_URL: url }, remove: drop };
}

function move(from: { env: Record<string, string> }, to = other.to, env = {}): Promise<Outcome> {
  return runCommandHere(from, ['move', '--to', to, '--json'], env);
}

async function expectFailure(outcome: Promise<Outcome>, message: string): Promise<void> {
  const { code, stdout, stderr } = await outcome;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(message);
}

test('users, sessions, authenticators, search and the audit log work after a move in each direction', async () => {
  const name = 'Ada Østergård "Lovelace" 🗝';
  let refreshJwt = '';
  let seed = '';
  const { user, projectId, managementKey } = await whileServed(source, async (latchkey) => {
    const user = await createPasswordUser(latchkey, { name });
    refreshJwt = (await signInByPassword(latchkey, user)).body.refreshJwt;
    const enrolled = await withToken(latchkey, 'POST', '/v1/auth/totp/update', refreshJwt, user);
    seed = enrolled.body.key;
    await verifyTotp(latchkey, { loginId: user.loginId, code: totpCode(seed, latchkey.service.now()) });
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'another' });
    return { ...latchkey, user };
  });
  await verifyAuditLog(source, projectId);

  let elapsed = 0;
  async function useMoved(latchkey: Latchkey): Promise<void> {
    // A code is accepted once, and its use has moved, too.
    elapsed += 60_000;
    latchkey.advance(elapsed);
    const manage: Latchkey['manage'] = (method, path, body) =>
      latchkey.request(method, path, { bearer: `${projectId}:${managementKey}`, body });
    const moved: Latchkey = { ...latchkey, projectId, manage };
    const search = async (input: object) => (await manage('POST', '/v2/mgmt/user/search', input)).body;
    expect(await signInByPassword(moved, user)).toMatchObject({ status: 200 });
    const code = totpCode(seed, moved.service.now());
    const verified = await verifyTotp(moved, { loginId: user.loginId, code });
    expect(verified).toMatchObject({ status: 200 });
    const refreshed = await refresh(moved, refreshJwt);
    expect(refreshed.status).toBe(200);
    refreshJwt = refreshed.body.refreshJwt;
    expect(await search({ text: 'østergård' })).toMatchObject({
      total: 1,
      users: [{ userId: user.userId, name, TOTP: true, password: true }],
    });
    expect((await search({})).total).toBe(2);
    // The search index numbers the new user.
    const { loginId } = await createPasswordUser(moved);
    expect((await search({ text: loginId })).total).toBe(1);
    await manage('POST', '/v1/mgmt/user/delete', { loginId });
    expect((await search({})).total).toBe(2);
  }

  expect(await move(source)).toMatchObject({ code: 0, stderr: '' });
  await whileServed({ ...source, ...other }, useMoved);
  expect(await move(other, back.to)).toMatchObject({ code: 0, stderr: '' });
  await whileServed({ ...source, ...back }, useMoved);
  await verifyAuditLog(back, projectId);
});

async function verifyAuditLog({ env }: Pick<Target, 'env'>, projectId: string): Promise<void> {
  const [log, key] = [join(source.dataDir, 'audit.jsonl'), join(source.dataDir, 'audit.pem')];
  const project = ['--project', projectId];
  await runCommandHere({ env }, ['audit', 'export', ...project, '--output', log]);
  writeFileSync(key, (await runCommandHere({ env }, ['audit', 'key', ...project])).stdout);
  const verified = await runCommandHere({ env }, ['audit', 'verify', log, '--key', key]);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
}

test('an interrupted move can be repeated, and no command accepts its target until then', async () => {
  await prepare(source);
  await runCommandHere(other, ['migrate']);
  if (onPostgres) await failMidway(join(other.env['LATCHKEY_DATA_DIR'] as string, 'latchkey.db'));
  else await killMidway();
  for (const args of [['serve'], ['migrate'], ['key', 'list']]) {
    await expectFailure(runCommandHere(other, args), 'A move into this database has not finished');
  }
  expect(await move(source)).toMatchObject({ code: 0 });
  expect(await move(other, back.to)).toMatchObject({ code: 0 });
});

/** Lets an index refuse the management keys, which come after other tables. */
async function failMidway(file: string): Promise<void> {
  const database = new DatabaseSync(file);
  database.exec('create index refusing on "managementKeys" (json(id))');
  expect((await move(source)).code).toBe(1);
  database.exec('drop index refusing');
  expect(database.prepare('select id from projects').all()).not.toEqual([]);
  database.close();
}

/** Kills the process while it waits for the table of the management keys. */
async function killMidway(): Promise<void> {
  const client = new Client({ connectionString: other.to });
  await client.connect();
  await client.query('begin; lock table "managementKeys" in access share mode');
  const command = startCommand(source, ['move', '--to', other.to]);
  const waiting = `select 1 from pg_locks where not granted and relation = '"managementKeys"'::regclass`;
  await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
  command.kill();
  await command.exited;
  await client.query('commit');
  expect((await client.query('select id from projects')).rowCount).toBeGreaterThan(0);
  await client.end();
}

test('rows with unusual values are equal afterwards', async () => {
  await prepare(source);
  const text = `it''s "quoted" \\ \n\u0007 \u{1F5DD} ${'x'.repeat(100_000)}`;
  await source.execute(`update projects set name = '${text}', "createdAt" = ${Number.MAX_SAFE_INTEGER}`);
  await source.execute(
    `update "managementKeys" set "expiresAt" = null, "createdAt" = ${-Number.MAX_SAFE_INTEGER}`,
  );
  const first = await move(source);
  expect(first.code).toBe(0);
  const second = await move(other, back.to);
  const sums = ({ stdout }: Outcome) => JSON.parse(stdout).tables;
  expect(sums(second)).toEqual(sums(first));
  const names = await runCommandHere(back, ['project', 'list', '--json']);
  expect(JSON.parse(names.stdout)[0].name).toBe(text.replaceAll("''", "'"));
});

test('a source in use, another secret key and a target with data are refused', async () => {
  await whileServed(source, () =>
    expectFailure(move(source), onPostgres ? 'Stop all instances first' : 'Stop the server first'),
  );
  const otherKey = { LATCHKEY_SECRET_KEY: Buffer.alloc(32, 2).toString('base64') };
  await expectFailure(move(source, other.to, otherKey), 'is not the one that sealed the secrets');
  await prepare({ ...source, ...back });
  await expectFailure(move(source, back.to), 'The target is not empty');
  for (const to of ['mysql://x', 'sqlite:', 'data']) {
    expect(await move(source, to)).toMatchObject({ code: 2, stdout: '' });
  }
});

testOnSqlite('a character that PostgreSQL cannot store is named, and can be corrected', async () => {
  await prepare(source);
  await source.execute("update projects set name = 'a' || char(0) || 'b'");
  await expectFailure(move(source), 'projects.name contains the character U+0000');
  await source.execute("update projects set name = 'a'");
  expect(await move(source)).toMatchObject({ code: 0 });
});
