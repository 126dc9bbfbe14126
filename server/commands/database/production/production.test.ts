import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../../test/command-line.ts';
import { startSmtp } from '../../../../test/counterparts/smtp.ts';
import { newPlace, type Place, whileServed } from '../../../../test/latchkey-process.ts';
import { checklist } from './checklist.ts';

let place: Place;
beforeAll(async () => {
  place = await newPlace();
});
afterAll(() => place.remove());

interface Report {
  ok: boolean;
  lines: { id: string; title: string; result: string; detail: string; remedy: string }[];
}

async function report(env: Record<string, string>, ...args: string[]) {
  const { code, stdout } = await runCommandHere(place, ['doctor', '--production', '--json', ...args], env);
  const { ok, lines } = JSON.parse(stdout) as Report;
  expect(ok).toBe(code === 0);
  return { lines, stdout, of: (id: string) => lines.find((line) => line.id === id)! };
}

test('the page and the command have the same lines in the same order', async () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../../docs/deploy/production-checklist.md'),
    'utf8',
  );
  const onPage = [...page.matchAll(/^\| \d+ \| (.*?) \| (.*?) \|$/gm)].map(([, title]) => title);
  const { lines } = await report({});
  expect(lines.map(({ title }) => title)).toEqual(onPage);
  expect(new Set(checklist.map(({ id }) => id)).size).toBe(checklist.length);
  for (const { result, remedy } of lines) expect(remedy !== '').toBe(result !== 'ok');
});

test('a careless instance needs attention on each line, and the same instance in order needs none there', async () => {
  const smtp = await startSmtp({ plain: true });
  const key = randomBytes(32).toString('base64');
  const folder = join(place.dataDir, '..', `secrets-${randomBytes(4).toString('hex')}`);
  const backups = join(folder, 'backups');
  mkdirSync(backups, { recursive: true });
  const file = join(folder, 'secret-key');
  writeFileSync(file, key, { mode: 0o644 });
  const backup = join(backups, 'latchkey.backup');
  writeFileSync(backup, 'x');
  utimesSync(backup, 1, 1);
  const insideFile = join(place.dataDir, 'secret-key');
  writeFileSync(insideFile, key, { mode: 0o644 });
  const base = { LATCHKEY_MODE: 'production', LATCHKEY_ALLOW_HTTP: 'true' };
  const careless = {
    ...base,
    LATCHKEY_SECRET_KEY_FILE: insideFile,
    LATCHKEY_BASE_URL: 'http://auth.example.com',
    LATCHKEY_HOLD_MESSAGES: 'true',
    LATCHKEY_TRUSTED_PROXY: 'hunter2',
    LATCHKEY_LOG: 'json:debug',
  };
  await whileServed(
    {
      ...place,
      env: { ...place.env, ...base, LATCHKEY_SECRET_KEY: key, LATCHKEY_ALLOW_PRIVATE_NETWORK: '127.0.0.1' },
    },
    async (latchkey) => {
      const manage = (path: string, body: object) => latchkey.manage('POST', path, body);
      const bad = await report(careless, '--backups', backups);
      const lines = ['settings', 'secret-key', 'base-url', 'proxies', 'mail', 'held-messages', 'owners'];
      for (const id of [...lines, 'audit', 'backups', 'permissions', 'metrics', 'log'])
        expect([id, bad.of(id).result]).toEqual([id, 'attention']);
      expect(bad.stdout).not.toContain('hunter2');
      expect(bad.stdout).not.toContain(key);

      const server = {
        host: '127.0.0.1',
        port: smtp.port,
        security: 'none',
        fromAddress: 'a@project.invalid',
      };
      expect((await manage('/v1/mgmt/connector/email/smtp', server)).status).toBe(200);
      chmodSync(file, 0o400);
      utimesSync(backup, new Date(), new Date());
      const good = {
        ...base,
        LATCHKEY_SECRET_KEY_FILE: file,
        LATCHKEY_BASE_URL: 'https://auth.invalid',
        LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
        LATCHKEY_METRICS_PORT: '9464',
        LATCHKEY_ALLOW_PRIVATE_NETWORK: '127.0.0.1',
      };
      const { of } = await report(good, '--backups', backups);
      const inOrder = [
        'mode',
        'settings',
        'secret-key',
        'previous-keys',
        'proxies',
        'database',
        'engine',
        'version',
      ];
      for (const id of [
        ...inOrder,
        'connections',
        'database-tls',
        'clock',
        'mail',
        'backups',
        'node',
        'metrics',
        'log',
      ])
        expect([id, of(id)]).toEqual([id, expect.objectContaining({ result: 'ok' })]);
      // Names that do not exist or cannot be looked up are not called wrong.
      expect(of('base-url').result).toBe('unknown');
      expect(smtp.mails).toEqual([]);
    },
  );
  await smtp.close();
  const down = await report({
    ...base,
    LATCHKEY_SECRET_KEY: key,
    DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/a',
  });
  expect(down.of('database')).toMatchObject({
    result: 'attention',
    detail: expect.stringContaining('PostgreSQL cannot'),
  });
  expect(down.of('owners').result).toBe('unknown');
  expect(down.stdout).not.toContain('hunter2');
});

test('doctor in a development clone reports no problem of production', async () => {
  const unset = { LATCHKEY_MODE: '', DATABASE_URL: '', LATCHKEY_SECRET_KEY: '', LATCHKEY_BASE_URL: '' };
  const fresh = { ...unset, LATCHKEY_DATA_DIR: join(place.dataDir, 'fresh'), LATCHKEY_ALLOW_HTTP: '' };
  const { code, stdout } = await runCommandHere(place, ['doctor'], fresh);
  expect([code, stdout]).toEqual([0, expect.stringContaining('complete for development mode')]);
  expect(stdout).not.toMatch(/problem +|warning/);
});
