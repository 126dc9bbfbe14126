import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/storage/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import type { Db } from '../tables.ts';

const moved = '0030-own-claims';

test('claims of older sessions and of sign-ins in progress move to nsec, except for embedded links', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  const names = Object.keys(migrations);
  await migrate(db, chosen(names.slice(0, names.indexOf(moved))));
  await fill(db);
  await migrate(db, chosen(names.slice(0, names.indexOf(moved) + 1)));
  expect(await read(db, 'sessions', 'id', 'customClaims')).toEqual([
    ['S1', { nsec: { isAdmin: true, text: 'a}"b' } }],
    ['S2', {}],
  ]);
  expect(await read(db, 'challenges', 'slot', 'terms')).toEqual([
    ['code', { customClaims: { nsec: { isAdmin: true } }, tenantId: 'T' }],
    ['embedded', { customClaims: { plan: 'pro' }, tenantId: '' }],
    ['plain', { customClaims: {}, tenantId: '' }],
  ]);
  expect(await read(db, 'oauthRequests', 'stateHash', 'details')).toEqual([
    ['R1', { intent: 'signIn', terms: { customClaims: { nsec: { isAdmin: true } } } }],
  ]);
  await database.drop();
});

function chosen(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, migrations[name]!]));
}

async function read(db: Db, table: string, key: string, column: string): Promise<unknown[]> {
  const { rows } = await sql<{ key: string; json: string }>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as json from ${sql.table(table)} order by 1`.execute(
    db,
  );
  return rows.map(({ key, json }) => [key, JSON.parse(json)]);
}

/** Inserts without table types, because these describe the newest version. */
async function insert(db: Db, table: string, row: Record<string, string | number | null>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
}

async function fill(db: Db): Promise<void> {
  const projectId = 'P1';
  await insert(db, 'projects', { id: projectId, name: 'One', tags: '[]', settings: '{}', createdAt: 1 });
  const session = {
    projectId,
    userId: null,
    amr: '["pwd"]',
    tenantId: '',
    stepUpUntil: 0,
    impersonatorId: '',
    tokenHash: 'h',
    previousTokenHash: '',
    rotatedAt: 1,
    createdAt: 1,
    expiresAt: 2,
    remoteAddress: '',
    userAgent: '',
  };
  const customClaims = '{"isAdmin":true,"text":"a}\\"b"}';
  await insert(db, 'sessions', { ...session, id: 'S1', customClaims });
  await insert(db, 'sessions', { ...session, id: 'S2', customClaims: '{}' });
  const challenge = {
    projectId,
    kind: 'code',
    purpose: 'signIn',
    userId: '',
    loginId: '',
    address: '',
    details: '{}',
    attempts: 0,
    confirmedAt: 0,
    createdAt: 1,
    expiresAt: 2,
  };
  for (const [slot, channel, terms] of [
    ['code', 'email', '{"customClaims":{"isAdmin":true},"tenantId":"T"}'],
    ['embedded', '', '{"customClaims":{"plan":"pro"},"tenantId":""}'],
    ['plain', 'email', '{"customClaims":{},"tenantId":""}'],
  ] as const) {
    await insert(db, 'challenges', { ...challenge, slot, secretHash: slot, channel, terms });
  }
  await insert(db, 'oauthRequests', {
    projectId,
    stateHash: 'R1',
    providerId: 'acme',
    browserHash: '',
    sealedAnswer: '',
    expiresAt: 2,
    details: '{"intent":"signIn","terms":{"customClaims":{"isAdmin":true}}}',
  });
}
