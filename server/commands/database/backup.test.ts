import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { onCitus, testOnPostgres, testOnSqlite } from '../../../test/engine.ts';
import {
  createUser,
  loadUser,
  newEmptyPlace,
  newPlace,
  type Place,
  prepare,
  runLatchkey,
  type ServerProcess,
  startServer,
  whileServed,
} from '../../../test/latchkey-process.ts';

const password = 'plain harbor ceiling 93';

let place: Place;
let elsewhere: Place;
let file: string;
let servers: ServerProcess[];

beforeEach(async () => {
  [place, elsewhere] = await Promise.all([newPlace(), newEmptyPlace()]);
  file = join(place.dataDir, 'backup file.db');
  servers = [];
});

afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ exited }) => exited));
  await Promise.all([place.remove(), elsewhere.remove()]);
});

async function serve(at: Place): Promise<ServerProcess> {
  const server = await startServer(at);
  servers.push(server);
  return server;
}

/** A restored table is on the coordinator only. */
async function distribute(at: Place): Promise<void> {
  if (onCitus) expect(await runCommandHere(at, ['database', 'distribute'])).toMatchObject({ code: 0 });
}

const secretKeyOf = ({ dataDir }: Place) => join(dataDir, 'secret.key');

testOnPostgres(
  'a backup of PostgreSQL is restored with everything, and replaces only with --force',
  async () => {
    const [managementKey, projectId] = await whileServed(place, async (latchkey) => {
      const user = await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'ada', password });
      expect(user.status).toBe(200);
      const { code, stdout } = await runCommandHere(place, ['backup', file, '--verify', '--json']);
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, file, secretKey: secretKeyOf(place) });
      await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'later' });
      const whileRunning = await runCommandHere(place, ['restore', file, '--force']);
      expect(whileRunning).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Stop all instances first'),
      });
      return [latchkey.managementKey, latchkey.projectId];
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const names = () => readdirSync(place.dataDir).filter((name) => name.startsWith('backup'));
    expect(names()).toEqual(['backup file.db']);
    const foundIn = (at: Place, loginId: string) =>
      whileServed(at, async (latchkey) => {
        const bearer = { bearer: `${projectId}:${managementKey}` };
        const body = { loginId: 'ada', password };
        const signIn = await latchkey.request('POST', '/v1/auth/password/signin', {
          bearer: projectId,
          body,
        });
        expect(signIn.status).toBe(200);
        return (await latchkey.request('GET', `/v1/mgmt/user?loginId=${loginId}`, bearer)).status;
      });

    copyFileSync(secretKeyOf(place), secretKeyOf(elsewhere));
    expect(await runCommandHere(elsewhere, ['restore', file])).toMatchObject({ code: 0, stderr: '' });
    expect(await foundIn(elsewhere, 'later')).toBe(404);

    const unforced = await runCommandHere(place, ['restore', file]);
    expect(unforced).toMatchObject({ code: 1, stderr: expect.stringContaining('already has tables') });
    await place.execute('create table "ofALaterVersion" (id text references projects)');
    const { code, stdout } = await runCommandHere(place, ['restore', file, '--force', '--json']);
    expect(code).toBe(0);
    await distribute(place);
    expect(await foundIn(place, 'later')).toBe(404);
    const { replaced } = JSON.parse(stdout);
    expect((await runCommandHere(place, ['restore', replaced, '--force'])).code).toBe(0);
    // It names no project, so it cannot be distributed.
    await place.execute('drop table "ofALaterVersion"');
    await distribute(place);
    expect(await foundIn(place, 'later')).toBe(200);
  },
);

testOnPostgres('a backup of PostgreSQL that this server could not serve changes nothing', async () => {
  await prepare(place);
  expect((await runCommandHere(place, ['backup', file])).code).toBe(0);
  expect((await runCommandHere(place, ['backup', file])).stderr).toContain('already exists');
  const restore = async (from = file, env = {}) =>
    (await runCommandHere(elsewhere, ['restore', from], env)).stderr;
  expect(await restore()).toContain('There is no secret key');
  const LATCHKEY_SECRET_KEY = Buffer.alloc(32).toString('base64');
  expect(await restore(file, { LATCHKEY_SECRET_KEY })).toContain('The secret key is not the one');
  copyFileSync(secretKeyOf(place), secretKeyOf(elsewhere));
  const half = join(place.dataDir, 'half');
  writeFileSync(half, readFileSync(file).subarray(0, statSync(file).size / 2));
  expect(await restore(half)).toContain('is damaged or not a backup');
  await place.execute("insert into kysely_migration (name, timestamp) values ('9999-newer', '')");
  const newer = join(place.dataDir, 'newer');
  await runCommandHere(place, ['backup', newer]);
  expect(await restore(newer)).toContain('9999-newer');
  expect(await restore(file, { PATH: place.dataDir })).toContain(
    'The program pg_restore is missing. Install',
  );
  expect((await runCommandHere(elsewhere, ['backup', half])).stderr).toContain('already exists');
  expect((await runCommandHere(elsewhere, ['backup', join(place.dataDir, 'empty')])).stderr).toContain(
    'no Latchkey tables',
  );
  expect(await runCommandHere(elsewhere, ['restore', file])).toMatchObject({ code: 0, stderr: '' });
});

testOnPostgres(
  'a backup of the other database is not called damaged: the message names the way',
  async () => {
    await prepare(place);
    expect((await runCommandHere(place, ['backup', file])).code).toBe(0);
    const embedded = await newPlace();
    await prepare({ ...embedded, env: { ...embedded.env, DATABASE_URL: '' } });
    const own = { DATABASE_URL: '' };
    const copy = join(place.dataDir, 'embedded');
    expect((await runCommandHere(embedded, ['backup', copy], own)).code).toBe(0);
    const intoEmbedded = await runCommandHere(elsewhere, ['restore', file], own);
    expect(intoEmbedded).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is a backup of PostgreSQL'),
    });
    expect(intoEmbedded.stderr).toContain('latchkey move');
    expect(readdirSync(elsewhere.dataDir)).toEqual([]);
    const intoPostgres = await runCommandHere(elsewhere, ['restore', copy]);
    expect(intoPostgres).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('of the embedded database'),
    });
    const script = join(place.dataDir, 'dump.sql');
    writeFileSync(script, '--\n-- PostgreSQL database dump\n--\n');
    expect((await runCommandHere(elsewhere, ['restore', script])).stderr).toContain(
      'pg_dump --format=custom',
    );
    await embedded.remove();
  },
);

testOnPostgres('a restore waits for the connection of a process that is ending', async () => {
  await prepare(place);
  expect((await runCommandHere(place, ['backup', file])).code).toBe(0);
  copyFileSync(secretKeyOf(place), secretKeyOf(elsewhere));
  const ending = new Client({
    connectionString: elsewhere.env['DATABASE_URL'],
    application_name: 'latchkey',
  });
  await ending.connect();
  const restored = runCommandHere(elsewhere, ['restore', file]);
  const others = `select from pg_stat_activity
    where datname = current_database() and application_name = 'latchkey' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await ending.query(others)).rowCount).toBe(1);
  await ending.end();
  expect(await restored).toMatchObject({ code: 0, stderr: '' });
});

testOnSqlite(
  'a backup under load contains everything acknowledged before it, and can be served elsewhere',
  async () => {
    const server = await serve(place);
    const key = server.start.managementKey!;
    const acknowledged: string[] = [];
    let writing = true;
    const clients = Array.from({ length: 6 }, async (_, client) => {
      for (let count = 0; writing; count++) {
        const loginId = `user-${client}-${count}@example.com`;
        expect(await createUser(server, key, loginId)).toBe(200);
        acknowledged.push(loginId);
      }
    });
    while (acknowledged.length < 200) await new Promise((next) => setTimeout(next, 5));
    const before = [...acknowledged];
    // Runs in a process and takes a while; the clients in this one continue meanwhile.
    const { code, stdout } = await runLatchkey(place, ['backup', file, '--verify', '--json']);
    const after = acknowledged.length;
    writing = false;
    await Promise.all(clients);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ file, bytes: expect.any(Number), secretKey: secretKeyOf(place) });
    expect(after).toBeGreaterThan(before.length);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.dataDir).filter((name) => name.startsWith('backup'))).toEqual([
      'backup file.db',
    ]);

    copyFileSync(secretKeyOf(place), secretKeyOf(elsewhere));
    expect((await runCommandHere(elsewhere, ['restore', file])).code).toBe(0);
    const restored = await serve(elsewhere);
    expect(restored.start).toMatchObject({ projectId: server.start.projectId });
    expect(restored.start.managementKey).toBeUndefined();
    const found = await Promise.all(before.map((loginId) => loadUser(restored, key, loginId)));
    expect(found.filter((status) => status !== 200)).toEqual([]);
    expect(await createUser(restored, key, 'after@example.com')).toBe(200);
  },
);

testOnSqlite('a backup overwrites nothing and leaves no temporary files', async () => {
  await prepare(place);
  writeFileSync(file, 'mine');
  const { code, stderr } = await runCommandHere(place, ['backup', file]);
  expect(code).toBe(1);
  expect(stderr).toContain('already exists');
  const missing = await runCommandHere(place, ['backup', join(place.dataDir, 'no', 'folder.db')]);
  expect(missing.code).toBe(1);
  expect((await runCommandHere(elsewhere, ['backup', join(place.dataDir, 'x')])).code).toBe(1);
  expect(readdirSync(elsewhere.dataDir)).toEqual([]);
});

testOnSqlite('a backup replaces a database only with --force, and the old one is kept', async () => {
  const server = await serve(place);
  const key = server.start.managementKey!;
  await runCommandHere(place, ['backup', file]);
  expect(await createUser(server, key, 'later@example.com')).toBe(200);
  const whileRunning = await runCommandHere(place, ['restore', file, '--force']);
  expect(whileRunning.code).toBe(1);
  expect(whileRunning.stderr).toContain('is in use. Stop the server first');
  expect(await loadUser(server, key, 'later@example.com')).toBe(200);
  // The log stays behind: its content belongs to the old database.
  server.kill('SIGKILL');
  await server.exited;

  expect((await runCommandHere(place, ['restore', file])).code).toBe(1);
  const { code, stdout } = await runCommandHere(place, ['restore', file, '--force', '--json']);
  expect(code).toBe(0);
  const { replaced } = JSON.parse(stdout);
  expect(existsSync(replaced)).toBe(true);
  const hasLater = () =>
    whileServed(place, (latchkey) =>
      loadUser({ start: { ...server.start, baseUrl: latchkey.baseUrl } }, key, 'later@example.com'),
    );
  expect(await hasLater()).toBe(404);

  expect((await runCommandHere(place, ['restore', replaced, '--force'])).code).toBe(0);
  expect(await hasLater()).toBe(200);
});

testOnSqlite('a file that this server could not serve is not restored', async () => {
  await prepare(place);
  await runCommandHere(place, ['backup', file]);
  const withoutKey = await runCommandHere(elsewhere, ['restore', file]);
  expect(withoutKey.stderr).toContain('There is no secret key');
  const env = { LATCHKEY_SECRET_KEY: Buffer.alloc(32).toString('base64') };
  const wrongKey = await runCommandHere(elsewhere, ['restore', file], env);
  expect(wrongKey.stderr).toContain('The secret key is not the one');

  copyFileSync(secretKeyOf(place), secretKeyOf(elsewhere));
  const text = join(elsewhere.dataDir, 'text');
  writeFileSync(text, 'this is no database. '.repeat(500));
  const noDatabase = await runCommandHere(elsewhere, ['restore', text]);
  expect(noDatabase.stderr).toContain('The database file is damaged or is not a Latchkey database');
  await place.execute("insert into kysely_migration (name, timestamp) values ('9999-newer', '')");
  const newer = join(place.dataDir, 'newer.db');
  await runCommandHere(place, ['backup', newer]);
  expect((await runCommandHere(elsewhere, ['restore', newer])).stderr).toContain('9999-newer');
  for (const { code } of [withoutKey, wrongKey, noDatabase]) expect(code).toBe(1);
  expect(readdirSync(elsewhere.dataDir).sort()).toEqual(['secret.key', 'text']);
});
