import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/storage/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import type { Db } from '../tables.ts';

const projectId = 'P1';

test('older accounts created by sign-up keep the mark until their name-giving address is proven', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  const names = Object.keys(migrations);
  await migrate(db, chosen(names.slice(0, names.indexOf('0031-challenge-sessions'))));
  await insert(db, 'projects', { id: projectId, name: 'One', tags: '[]', settings: '{}', createdAt: 1 });
  await addUser(db, 'proven', { selfRegistered: 1, verifiedEmail: 1 });
  await addUser(db, 'unproven', { selfRegistered: 1, phone: '+12025550100', verifiedPhone: 1 });
  await addUser(db, 'made', { selfRegistered: 0 });
  for (const [slot, purpose, terms] of [
    ['plain', 'signIn', '{"customClaims":{}}'],
    ['raised', 'signIn', '{"customClaims":{},"continues":{"sessionId":"S","stepUp":true}}'],
    ['update', 'update', '{"customClaims":{}}'],
  ] as const) {
    await insert(db, 'challenges', {
      projectId,
      slot,
      purpose,
      terms,
      kind: 'code',
      userId: '',
      loginId: '',
      channel: 'email',
      address: '',
      secretHash: slot,
      details: '{}',
      attempts: 0,
      confirmedAt: 0,
      createdAt: 1,
      expiresAt: 2,
    });
  }
  await migrate(db, chosen(names.slice(0, names.indexOf('0032-self-given') + 1)));
  expect(await rows(db, 'users', 'id', ['selfRegistered', 'selfGivenEmail', 'selfGivenPhone'])).toEqual([
    { id: 'made', selfRegistered: 0, selfGivenEmail: 0, selfGivenPhone: 0 },
    { id: 'proven', selfRegistered: 0, selfGivenEmail: 1, selfGivenPhone: 1 },
    { id: 'unproven', selfRegistered: 1, selfGivenEmail: 1, selfGivenPhone: 1 },
  ]);
  expect(await rows(db, 'loginIds', 'userId', ['selfGiven'])).toEqual([
    { userId: 'made', selfGiven: 0 },
    { userId: 'proven', selfGiven: 1 },
    { userId: 'unproven', selfGiven: 1 },
  ]);
  // Earlier releases did not record uniformly which session requested a code.
  expect(await rows(db, 'challenges', 'slot', ['sessionId'])).toEqual([{ slot: 'plain', sessionId: '' }]);
  await database.drop();
});

function chosen(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, migrations[name]!]));
}

async function rows(db: Db, table: string, key: string, columns: string[]): Promise<unknown[]> {
  const list = sql.join([key, ...columns].map((column) => sql.ref(column)));
  return (await sql`select ${list} from ${sql.table(table)} order by 1`.execute(db)).rows;
}

async function addUser(db: Db, id: string, fields: Record<string, string | number>): Promise<void> {
  const email = `${id}@example.com`;
  const text = { name: '', givenName: '', middleName: '', familyName: '', phone: '', picture: '' };
  await insert(db, 'users', {
    projectId,
    id,
    status: 'enabled',
    email,
    verifiedEmail: 0,
    verifiedPhone: 0,
    test: 0,
    ...text,
    customAttributes: '{}',
    createdAt: 1,
    modifiedAt: 1,
    ...fields,
  });
  await insert(db, 'loginIds', { projectId, loginId: email, userId: id, written: email, position: 0 });
}

/** Inserts without table types, because these describe the newest version. */
async function insert(db: Db, table: string, row: Record<string, string | number>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}
