import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../counterparts/postgres.ts';
import { freePort, type Program, temporaryFolder } from '../counterparts/program.ts';
import { emptyLedger, type Target, verify, writeUntil } from '../failover/load.ts';
import { runLatchkey, type ServerProcess, startServer } from '../latchkey-process.ts';
import { startPgBouncer } from './proxies.ts';

const login = { user: 'latchkey', password: 'hunter2-hunter2' };

let postgres: PostgresServer;
let bouncer: Program | undefined;
let servers: ServerProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  servers = [];
  await bouncer?.stop();
});

async function execute(...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  let rows: Record<string, unknown>[] = [];
  for (const statement of statements) ({ rows } = await client.query(statement));
  await client.end();
  return rows;
}

/** Returns the environment of an instance on a new database, behind PgBouncer. */
async function behindPgBouncer(
  poolMode: 'session' | 'transaction',
): Promise<{ env: Record<string, string> }> {
  await execute('drop database if exists latchkey with (force)', 'drop role if exists latchkey');
  await execute(
    `create role latchkey login password '${login.password}'`,
    "alter role latchkey set statement_timeout = '5s'",
    "alter role latchkey set idle_in_transaction_session_timeout = '10s'",
    'create database latchkey owner latchkey',
  );
  const port = await freePort();
  bouncer = await startPgBouncer(port, Number(new URL(postgres.url).port), poolMode, login);
  return {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      LATCHKEY_MODE: 'production',
      LATCHKEY_LOG: 'json',
      LATCHKEY_ALLOW_HTTP: 'true',
      LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
      LATCHKEY_PROJECT_ID: `P${'proxies'.padEnd(27, '0')}`,
      LATCHKEY_MANAGEMENT_KEY: randomBytes(32).toString('base64url'),
      LATCHKEY_DATA_DIR: temporaryFolder('pgbouncer-data'),
      DATABASE_URL: `postgres://${login.user}:${login.password}@127.0.0.1:${port}/latchkey`,
    },
  };
}

/** Two instances write the same records at once; nothing acknowledged may be lost or count twice. */
async function writeWithTwo(place: { env: Record<string, string> }): Promise<void> {
  const targets: Target[] = [];
  for (let count = 0; count < 2; count += 1) {
    const server = await startServer(place);
    servers.push(server);
    const { LATCHKEY_PROJECT_ID = '', LATCHKEY_MANAGEMENT_KEY = '' } = place.env;
    targets.push({
      baseUrl: server.start.baseUrl,
      projectId: LATCHKEY_PROJECT_ID,
      managementKey: LATCHKEY_MANAGEMENT_KEY,
    });
  }
  const ledger = emptyLedger();
  const end = new AbortController();
  const writing = writeUntil(end.signal, targets, ledger);
  const hasWritten = () => ledger.created.length > 100 && ledger.used.length > 20 && ledger.names.size === 2;
  await expect.poll(hasWritten).toBe(true);
  end.abort();
  await writing;
  await verify(targets, ledger);
  expect(ledger.violations).toEqual([]);
  for (const server of servers) expect(server.output()).not.toMatch(/"level":"(error|fatal)"/);
}

describe('in transaction mode', () => {
  test('instances without named statements serve, and share connections', async () => {
    const place = await behindPgBouncer('transaction');
    await writeWithTwo({ env: { ...place.env, LATCHKEY_DATABASE_PREPARE: 'false' } });
    const [row] = await execute(
      "select count(*)::int as count from pg_stat_activity where usename = 'latchkey'",
    );
    expect(row!['count']).toBeLessThanOrEqual(20);
  });

  test('the limit for a statement holds, which PgBouncer does not pass on', async () => {
    const { env } = await behindPgBouncer('transaction');
    const client = new Client({ connectionString: env['DATABASE_URL'] });
    await client.connect();
    const { rows } = await client.query('show statement_timeout');
    await client.end();
    expect(rows).toEqual([{ statement_timeout: '5s' }]);
  });

  test('an instance with named statements fails, and says what is missing', async () => {
    const place = await behindPgBouncer('transaction');
    await runLatchkey({ env: { ...place.env, LATCHKEY_DATABASE_PREPARE: 'false' } }, ['migrate']);
    // Whether a statement meets a connection that knows its name is chance: several commands at once, again and again.
    await expect
      .poll(async () => {
        const outcomes = await Promise.all(
          Array.from({ length: 4 }, () => runLatchkey(place, ['project', 'create', '--name', 'x'])),
        );
        return outcomes.map(({ stderr }) => stderr).join('');
      })
      .toContain('PostgreSQL is behind a pooler that needs other settings');
  });
});

test('in session mode, instances serve with named statements', async () => {
  const place = await behindPgBouncer('session');
  await writeWithTwo({ env: { ...place.env, LATCHKEY_DATABASE_POOL: '8' } });
});
