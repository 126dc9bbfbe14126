import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { createCertificate } from '../../../test/counterparts/certificate.ts';
import { type PostgresServer, startPostgres } from '../../../test/counterparts/postgres.ts';
import { latchkey, startServer } from '../../../test/latchkey-process.ts';
import { openDatabase } from '../engine.ts';

/** The user of a client certificate; PostgreSQL compares its name with the certificate's. */
const certified = 'latchkey';

let folder: string;
let server: PostgresServer;
/** The server's address, without a setting for TLS. */
let plain: URL;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'));
  const [own, other] = [createCertificate('localhost', ['DNS:localhost']), createCertificate('localhost')];
  const client = createCertificate(certified);
  const files = { 'ca.pem': own.cert, 'other-ca.pem': other.cert };
  const clientFiles = {
    'client.pem': client.cert,
    'client.key': client.key,
    'wrong.pem': other.cert,
    'wrong.key': other.key,
  };
  for (const [name, text] of Object.entries({ ...files, ...clientFiles })) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
  server = await startPostgres({
    files: {
      'server.key': own.key,
      'server.crt': own.cert,
      'clients.crt': client.cert,
      'pg_hba.conf': `hostssl all postgres 127.0.0.1/32 trust\nhostssl all ${certified} 127.0.0.1/32 cert\n`,
    },
    settings: { ssl: 'on', ssl_ca_file: 'clients.crt' },
    // The name in the certificate is not this address.
    query: () => '?sslmode=no-verify',
  });
  plain = new URL(server.url);
  plain.hostname = 'localhost';
  plain.search = '';
  const superuser = await open({ sslmode: 'verify-full', sslrootcert: 'ca.pem' });
  await sql`create role latchkey login`.execute(superuser.db);
  await sql`create database latchkey owner latchkey`.execute(superuser.db);
  await superuser.close();
});

afterAll(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Parameters whose names begin with `ssl` and are no mode are files. */
function urlWith(parameters: Record<string, string>, changes: Partial<URL> = {}): string {
  const url = Object.assign(new URL(plain), changes);
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, name === 'sslmode' ? value : join(folder, value));
  }
  return url.href;
}

function open(parameters: Record<string, string>, changes: Partial<URL> = {}) {
  return openDatabase({ kind: 'postgres', url: urlWith(parameters, changes) });
}

test('verify-full encrypts, and accepts a server whose authority and name are right', async () => {
  const database = await open({ sslmode: 'verify-full', sslrootcert: 'ca.pem' });
  const { rows } = await sql`select ssl, version from pg_stat_ssl where pid = pg_backend_pid()`.execute(
    database.db,
  );
  await database.close();
  expect(rows).toEqual([{ ssl: true, version: 'TLSv1.3' }]);
});

test('a server with another authority or name is refused, and the reason names it', async () => {
  await expect(open({ sslmode: 'verify-full' })).rejects.toThrow('self-signed certificate');
  await expect(open({ sslmode: 'verify-full', sslrootcert: 'other-ca.pem' })).rejects.toThrow('certificate');
  await expect(
    open({ sslmode: 'verify-full', sslrootcert: 'ca.pem' }, { hostname: '127.0.0.1' }),
  ).rejects.toThrow(/does not match certificate/);
});

test('a server that demands TLS refuses a connection without', async () => {
  await expect(open({})).rejects.toThrow('no encryption');
});

test('a client certificate takes the place of a password', async () => {
  const changes = { username: certified, pathname: '/latchkey' };
  const settings = { sslmode: 'verify-full', sslrootcert: 'ca.pem' };
  const database = await open({ ...settings, sslcert: 'client.pem', sslkey: 'client.key' }, changes);
  await database.ping();
  await database.close();
  await expect(open(settings, changes)).rejects.toThrow('valid client certificate');
  await expect(open({ ...settings, sslcert: 'wrong.pem', sslkey: 'wrong.key' }, changes)).rejects.toThrow();
});

test('an instance serves over TLS, and reports a wrong certificate on one line', async () => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    LATCHKEY_LOG: 'json',
    LATCHKEY_MODE: 'development',
  };
  const place = { env: { ...env, LATCHKEY_DATA_DIR: folder } };
  const files = { sslrootcert: 'ca.pem', sslcert: 'client.pem', sslkey: 'client.key' };
  const changes = { username: certified, pathname: '/latchkey' };
  const DATABASE_URL = urlWith({ sslmode: 'verify-full', ...files }, changes);
  const started = await startServer(place, { DATABASE_URL }, [latchkey, 'serve']);
  expect((await fetch(`${started.start.baseUrl}/readyz`)).status).toBe(200);
  started.kill('SIGTERM');
  expect(await started.exited).toBe(0);

  const wrong = { DATABASE_URL: urlWith({ sslmode: 'verify-full' }, changes) };
  const { code, stderr } = await runCommandHere(place, ['migrate'], wrong);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^PostgreSQL's certificate was rejected \(self-signed certificate.*\).*\n$/);
});
