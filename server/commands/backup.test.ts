import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { testOnPostgres, testOnSqlite } from '../../test/engine.ts';
import {
  createUser,
  loadUser,
  newPlace,
  type Place,
  runLatchkey,
  type ServerProcess,
  startServer,
} from '../../test/latchkey-process.ts';

let place: Place;
let elsewhere: Place;
let file: string;
let servers: ServerProcess[];

beforeEach(async () => {
  [place, elsewhere] = await Promise.all([newPlace(), newPlace()]);
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

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}

const secretKeyOf = ({ dataDir }: Place) => join(dataDir, 'secret.key');

testOnPostgres('PostgreSQL is backed up and restored with its own tools, which are named', async () => {
  const backup = await runLatchkey(place, ['backup', file]);
  expect(backup.code).toBe(2);
  expect(backup.stderr).toBe(
    `PostgreSQL has its own tool: pg_dump --format=custom --file='${file}' "$DATABASE_URL"\n`,
  );
  const restore = await runLatchkey(place, ['restore', file]);
  expect(restore.code).toBe(2);
  expect(restore.stderr).toContain(
    `pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" '${file}'`,
  );
});

testOnSqlite(
  'a backup under load has what was acknowledged before it, and can be served elsewhere',
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
    const { code, stdout } = await runLatchkey(place, ['backup', file, '--json']);
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
    expect((await runLatchkey(elsewhere, ['restore', file])).code).toBe(0);
    const restored = await serve(elsewhere);
    expect(restored.start).toMatchObject({ projectId: server.start.projectId });
    expect(restored.start.managementKey).toBeUndefined();
    const found = await Promise.all(before.map((loginId) => loadUser(restored, key, loginId)));
    expect(found.filter((status) => status !== 200)).toEqual([]);
    expect(await createUser(restored, key, 'after@example.com')).toBe(200);
  },
);

testOnSqlite('a backup overwrites nothing and leaves nothing behind', async () => {
  await stop(await serve(place));
  writeFileSync(file, 'mine');
  const { code, stderr } = await runLatchkey(place, ['backup', file]);
  expect(code).toBe(1);
  expect(stderr).toContain('exists already');
  const missing = await runLatchkey(place, ['backup', join(place.dataDir, 'no', 'folder.db')]);
  expect(missing.code).toBe(1);
  expect((await runLatchkey(elsewhere, ['backup', join(place.dataDir, 'x')])).code).toBe(1);
  expect(readdirSync(elsewhere.dataDir)).toEqual([]);
});

testOnSqlite('a backup is restored over a database only with --force, and the old one is kept', async () => {
  const server = await serve(place);
  const key = server.start.managementKey!;
  await runLatchkey(place, ['backup', file]);
  expect(await createUser(server, key, 'later@example.com')).toBe(200);
  const whileRunning = await runLatchkey(place, ['restore', file, '--force']);
  expect(whileRunning.code).toBe(1);
  expect(whileRunning.stderr).toContain('is in use: stop the server first');
  expect(await loadUser(server, key, 'later@example.com')).toBe(200);
  // The log stays behind: what is in it belongs to the old database.
  server.kill('SIGKILL');
  await server.exited;

  expect((await runLatchkey(place, ['restore', file])).code).toBe(1);
  const { code, stdout } = await runLatchkey(place, ['restore', file, '--force', '--json']);
  expect(code).toBe(0);
  const { replaced } = JSON.parse(stdout);
  expect(existsSync(replaced)).toBe(true);
  const restored = await serve(place);
  expect(await loadUser(restored, key, 'later@example.com')).toBe(404);
  await stop(restored);

  expect((await runLatchkey(place, ['restore', replaced, '--force'])).code).toBe(0);
  expect(await loadUser(await serve(place), key, 'later@example.com')).toBe(200);
});

testOnSqlite('what this server could not serve is not restored', async () => {
  await stop(await serve(place));
  await runLatchkey(place, ['backup', file]);
  const withoutKey = await runLatchkey(elsewhere, ['restore', file]);
  expect(withoutKey.stderr).toContain('There is no secret key');
  const env = { LATCHKEY_SECRET_KEY: Buffer.alloc(32).toString('base64') };
  const wrongKey = await runLatchkey(elsewhere, ['restore', file], env);
  expect(wrongKey.stderr).toContain('The secret key is not the one');

  copyFileSync(secretKeyOf(place), secretKeyOf(elsewhere));
  const text = join(elsewhere.dataDir, 'text');
  writeFileSync(text, 'this is no database. '.repeat(500));
  const noDatabase = await runLatchkey(elsewhere, ['restore', text]);
  expect(noDatabase.stderr).toContain('The database file is damaged or something else');
  await place.execute("insert into kysely_migration (name, timestamp) values ('9999-newer', '')");
  const newer = join(place.dataDir, 'newer.db');
  await runLatchkey(place, ['backup', newer]);
  expect((await runLatchkey(elsewhere, ['restore', newer])).stderr).toContain('9999-newer');
  for (const { code } of [withoutKey, wrongKey, noDatabase]) expect(code).toBe(1);
  expect(readdirSync(elsewhere.dataDir).sort()).toEqual(['secret.key', 'text']);
});
