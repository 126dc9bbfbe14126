import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../test/harness.ts';
import { migrate } from './storage/migrate.ts';
import { migrations } from './storage/migrations.ts';
import type { Migrations } from './storage/needs.ts';

let latchkey: Latchkey;

beforeEach(async () => {
  latchkey = await startLatchkey();
});

afterEach(() => latchkey.close());

/** Migrates the database as an instance of a newer release does when it starts. */
async function upgrade(added: Migrations): Promise<void> {
  await migrate(latchkey.service.db, { ...migrations, ...added });
}

const expansion: Migrations = {
  '9001-notes': {
    needs: 'expand',
    up: (db) => db.schema.alterTable('users').addColumn('notes', 'text').execute(),
  },
};

test('an instance stays ready, works and starts after a newer release has added a column', async () => {
  const loginId = 'ada@example.com';
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId });
  await upgrade(expansion);
  expect((await latchkey.request('GET', '/readyz')).status).toBe(200);
  const loaded = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
  expect(loaded.body.user).toMatchObject({ loginIds: [loginId] });
  expect(loaded.body.user).not.toHaveProperty('notes');
  expect((await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'two' })).status).toBe(200);
  const another = await latchkey.startAnother();
  expect((await another.request('GET', '/readyz')).status).toBe(200);
  await another.close();
});

test('an instance turns unready, and does not start, after a newer release has removed what it needs', async () => {
  await upgrade({ ...expansion, '9002-removal': { needs: '9001-notes', up: async () => {} } });
  expect((await latchkey.request('GET', '/readyz')).status).toBe(503);
  await expect(latchkey.startAnother()).rejects.toThrow('9002-removal is unknown to this one');
});
