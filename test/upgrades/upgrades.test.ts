import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { databaseFile, openConfiguredDatabase } from '../../server/storage/configured.ts';
import { migrationStatus } from '../../server/storage/migrate.ts';
import { migrations } from '../../server/storage/migrations.ts';
import { releases } from '../../server/storage/releases.ts';
import { acrossProjects } from '../../server/storage/scope.ts';
import { totpCode } from '../authenticator-app.ts';
import { runCommandHere } from '../command-line.ts';
import { Authenticator } from '../counterparts/authenticator.ts';
import { createDatabase } from '../counterparts/postgres.ts';
import { temporaryFolder } from '../counterparts/program.ts';
import { onPostgres } from '../engine.ts';
import { type Latchkey, startOnExisting } from '../harness.ts';
import { passkeysOf } from '../passkeys.ts';
import { claimsOf, refresh, signInByPassword, verifyTotp, withToken } from '../signed-in.ts';
import { ada, grace, invited, type Known } from './fill.ts';
import { restorePostgres, restoreSqlite } from './restore.ts';

const engine = onPostgres ? 'postgres' : 'sqlite';
const dumps = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let latchkey: Latchkey | undefined;

afterEach(async () => {
  await latchkey?.close();
  latchkey = undefined;
});

test('there are dumps of all releases, and no others', () => {
  expect(dumps.sort()).toEqual(Object.keys(releases).sort());
});

describe.each(dumps)('a database of release %s', (release) => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, release, `${engine}.${name}.gz`));

  /** Restores the dump into an empty database. */
  async function restore() {
    const known = JSON.parse(gunzipSync(read('json')).toString()) as Known;
    const dataDir = temporaryFolder('upgrades');
    const database = onPostgres ? await createDatabase() : undefined;
    if (database) onTestFinished(database.drop);
    if (database) await restorePostgres(read('sql'), database.url);
    else restoreSqlite(read('sql'), databaseFile({ dataDir }));
    const env = {
      LATCHKEY_DATA_DIR: dataDir,
      LATCHKEY_SECRET_KEY: known.secretKey,
      ...(database && { DATABASE_URL: database.url }),
    };
    return { known, dataDir, databaseUrl: database?.url, env };
  }

  test('ends with the migration that the list of releases names', async () => {
    const { dataDir, databaseUrl } = await restore();
    const database = await openConfiguredDatabase({
      mode: 'production',
      dataDir,
      databaseUrl,
      databasePoolSize: 1,
      databasePrepares: true,
    });
    const { applied } = await migrationStatus(database.db, migrations);
    await database.close();
    expect(applied.at(-1)).toBe(releases[release]);
  });

  test('accounts stored under another form of their name sign in as before', async () => {
    const { known, env, ...place } = await restore();
    const stored = {
      trunk: '+4402079460018',
      trunkTwin: '+49030123456',
      twin: '+4930123456',
      invisible: 'zo\u200be',
      invisibleTwin: 'mar\u200btin',
      plain: 'martin',
      address: 'ada\u200bb@acme.example',
      unbroken: '田中太郎',
      // These were no number and no user ID, and do not become one.
      wideNumber: '＋４４２０７９４６００９９',
      hiddenNumber: '+44\u200b2079460077',
      hiddenId: `u\u200b${idOfCopy('martin').slice(1).toLowerCase()}`,
    };
    const typedAs: [keyof typeof stored, string][] = [
      ['trunk', '+44 (0)20 7946 0018'],
      ['trunk', '+4402079460018'],
      ['trunk', '+44 20 7946 0018'],
      ['trunkTwin', '+49 (0)30 123456'],
      ['twin', '+49 30 123456'],
      ['invisible', 'Zo\u200be'],
      ['invisible', 'zoe '],
      ['invisibleTwin', 'mar\u200btin'],
      ['plain', 'Martin'],
      ['address', 'ada\u200bb@acme.example'],
      ['unbroken', '田中太郎'],
      ['wideNumber', stored.wideNumber],
      ['hiddenNumber', stored.hiddenNumber],
      ['hiddenId', stored.hiddenId],
    ];
    await copyAccounts(place, ada, Object.values(stored));
    latchkey = await startOnExisting({ ...known, ...place }, env, known.madeAt + 60_000);
    for (const [account, loginId] of typedAs) {
      const { status, body } = await signInByPassword(latchkey, { loginId, password: known.password });
      expect([loginId, status, body.user?.userId]).toEqual([loginId, 200, idOfCopy(stored[account])]);
      const loaded = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`);
      expect(loaded.body.user.userId).toBe(idOfCopy(stored[account]));
      const renamed = await latchkey.manage('POST', '/v1/mgmt/user/update/name', {
        loginId,
        displayName: 'X',
      });
      expect(renamed.body.user.userId).toBe(idOfCopy(stored[account]));
    }
    for (const loginId of ['+44 (0) 20 7946 0018', 'ZOE', '+49 30 123456', 'martin\u2060'])
      expect((await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId })).body.errorCode).toBe(
        'E062107',
      );
    const search = async (criteria: object) =>
      (await latchkey!.manage('POST', '/v2/mgmt/user/search', criteria)).body.users.map(
        ({ userId }: { userId: string }) => userId,
      );
    for (const criteria of [
      { text: '+44 20 7946 0018' },
      { phones: ['+44 (0)20 7946 0018'] },
      { loginIds: ['+442079460018'] },
    ])
      expect([criteria, await search(criteria)]).toEqual([criteria, [idOfCopy(stored.trunk)]]);
    for (const text of ['田中', '太郎']) expect(await search({ text })).toEqual([idOfCopy(stored.unbroken)]);
    expect(await search({ text: 'ma' })).toContain(idOfCopy(stored.plain));
    const load = (loginId: string) =>
      latchkey!.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`);
    for (const number of ['+442079460099', '+442079460077']) expect((await load(number)).status).toBe(404);
    expect((await load(idOfCopy('martin'))).body.user.loginIds).toEqual(['martin']);
    const { body: stricter } = await latchkey.manage('GET', '/v1/mgmt/project/stricter-rules');
    expect(stricter.rules.find(({ name }: { name: string }) => name === 'sharedNames')).toMatchObject({
      count: 4,
      names: [stored.trunkTwin, stored.twin, 'mar\\u200btin', 'martin'],
    });
    const moved = await latchkey.manage('POST', '/v1/mgmt/user/update/loginid', {
      loginId: 'mar\u200btin',
      newLoginId: 'martin-2',
    });
    expect(moved.body.user).toMatchObject({ userId: idOfCopy(stored.invisibleTwin), loginIds: ['martin-2'] });
    expect(await search({ loginIds: ['mar\u200btin'] })).toEqual([idOfCopy(stored.plain)]);
  });

  test('works after the upgrade', async () => {
    const { known, env, ...place } = await restore();
    latchkey = await startOnExisting({ ...known, ...place }, env, known.madeAt + 60_000);

    // Credentials and sessions.
    const { status, body: session } = await signInByPassword(latchkey, {
      loginId: ada,
      password: known.password,
    });
    expect(status).toBe(200);
    expect(claimsOf(session.sessionJwt)).toMatchObject({ tenants: { acme: { roles: ['Reader'] } } });
    const code = totpCode(known.totpSecret, latchkey.service.now());
    expect((await verifyTotp(latchkey, { loginId: ada, code }, session.refreshJwt)).status).toBe(200);
    const passkeys = passkeysOf(latchkey);
    expect((await passkeys.signIn(Authenticator.load(known.passkeys), grace)).status).toBe(200);
    const refreshed = await refresh(latchkey, known.refreshJwt);
    expect(refreshed.status).toBe(200);
    expect(claimsOf(refreshed.body.sessionJwt).amr).toEqual(['totp']);
    const exchanged = await withToken(latchkey, 'POST', '/v1/auth/accesskey/exchange', known.accessKey);
    expect(exchanged.status).toBe(200);

    // Users, searches and settings.
    const search = async (criteria: object) => {
      const { body } = await latchkey!.manage('POST', '/v2/mgmt/user/search', criteria);
      return body.users.map(
        ({ email, loginIds }: { email: string; loginIds: string[] }) => email || loginIds[0],
      );
    };
    expect(await search({ text: 'lovelace' })).toEqual([ada]);
    expect(await search({ tenantIds: ['acme'], roleNames: ['Reader'] })).toEqual([ada]);
    expect(await search({ customAttributes: { city: 'London' } })).toEqual([ada]);
    expect(await search({ statuses: ['invited'] })).toEqual([invited]);
    const loaded = await latchkey.manage('GET', '/v1/mgmt/user?loginId=ada');
    expect(loaded.body.user).toMatchObject({ name: 'Ada Lovelace', verifiedEmail: true, TOTP: true });
    const sso = await latchkey.manage('GET', '/v2/mgmt/sso/settings?tenantId=acme');
    expect(sso.body).toMatchObject({ saml: { idpEntityId: 'https://idp.example' } });
    const created = await latchkey.manage('POST', '/v1/mgmt/user/create', {
      loginId: `${randomUUID()}@acme.example`,
    });
    expect(created.status).toBe(200);

    // The message that waited.
    const [message] = (await latchkey.manage('POST', '/v1/mgmt/message/search', {})).body.messages;
    expect(message).toMatchObject({ status: 'waiting', recipient: invited });
    await latchkey.manage('POST', '/v1/mgmt/connector/delete', { channel: 'email' });
    // Longer than the pause after the first attempts.
    latchkey.advance(60 * 60_000);
    await latchkey.sendMessages();
    const inbox = await latchkey.request('GET', `/dev/inbox/messages?to=${invited}`);
    expect(inbox.body.messages).toHaveLength(1);

    // The chain of the audit log goes on where it ended.
    expect(await verifyAuditLog({ env }, known)).toContain(created.body.user.userId);
  });
});

/** Exports the audit log, which seals its last events, and verifies the chain. Returns the export. */
async function verifyAuditLog(place: { env: Record<string, string> }, { projectId }: Known): Promise<string> {
  const folder = temporaryFolder('audit');
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommandHere(place, args);
    expect({ args, code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  };
  const file = join(folder, 'audit.jsonl');
  const log = await run('audit', 'export', '--project', projectId);
  writeFileSync(file, log);
  writeFileSync(join(folder, 'audit.pem'), await run('audit', 'key', '--project', projectId));
  await run('audit', 'verify', file, '--key', join(folder, 'audit.pem'));
  return log;
}

const idOfCopy = (loginId: string) => `U${Buffer.from(loginId).toString('hex').slice(-27).padStart(27, '0')}`;

/** Stores copies of an account under other login IDs, exactly as given, as an earlier release did. */
async function copyAccounts(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  of: string,
  loginIds: string[],
): Promise<void> {
  const database = await openConfiguredDatabase({
    mode: 'production',
    dataDir,
    databaseUrl,
    databasePoolSize: 1,
    databasePrepares: true,
  });
  const db = acrossProjects(database.db);
  const rowOf = async (table: string, column: string, value: string) =>
    (
      await sql<
        Record<string, unknown>
      >`select * from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(db)
    ).rows[0]!;
  const insert = (table: string, row: Record<string, unknown>) =>
    sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`.execute(
      db,
    );
  const user = await rowOf('users', 'email', of);
  const [name, password] = [
    await rowOf('loginIds', 'loginId', of),
    await rowOf('passwords', 'userId', String(user['id'])),
  ];
  for (const loginId of loginIds) {
    const userId = idOfCopy(loginId);
    const phone = loginId.startsWith('+') ? loginId : '';
    const address = { phone, verifiedPhone: phone ? 1 : 0, email: '', verifiedEmail: 0 };
    await insert('users', { ...user, ...address, id: userId });
    await insert('loginIds', { ...name, userId, loginId, written: loginId });
    await insert('passwords', { ...password, userId });
    await insert('userTexts', await textOf(userId, loginId, phone));
  }
  await database.close();

  async function textOf(userId: string, loginId: string, phone: string) {
    const { number, projectId } = await rowOf('searchedUsers', 'userId', userId);
    return { number, projectId, name: '', email: '', phone, loginId, text: loginId };
  }
}
