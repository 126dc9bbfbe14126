import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBefore, plainUser } from '../../../test/storage/before-migration.ts';

const day = 86_400_000;

test('users keep the last sign-in and the invitation that the database still knows', async () => {
  const { db, insert, upgrade, drop } = await openBefore('0107-last-sign-in');
  const projectId = 'p';
  await insert('projects', { id: projectId, name: 'p', tags: '[]', settings: '{}', createdAt: 1 });
  const create = (id: string, status = 'enabled') => insert('users', { ...plainUser, projectId, id, status });
  let events = 0;
  const happened = (userId: string, action: string, occurredAt: number, actorType = 'user') =>
    insert('auditEvents', {
      projectId,
      id: `e${events++}`,
      action,
      occurredAt,
      severity: 'info',
      actorType,
      actorId: '',
      userId,
      tenantId: '',
      method: '',
      device: '',
      remoteAddress: '',
      data: '{}',
    });
  for (const id of ['often', 'trimmed', 'foreign', 'never']) await create(id);
  for (const id of ['sent', 'created']) await create(id, 'invited');
  await happened('often', 'LoginSucceed', 9 * day + 5);
  await happened('often', 'LoginSucceed', 3 * day);
  await happened('foreign', 'LoginSucceed', 3 * day, 'external');
  await happened('sent', 'UserInvited', 2 * day + 1);
  for (const userId of ['often', 'trimmed'])
    await insert('activeUsers', { projectId, userId, startsAt: 20 * day });

  // Before the search index was another one.
  await upgrade('0126-search-blocks');
  const { rows } = await sql`
    select u.id, u."invitedAt", s."lastSignInDay", s.flags >> 3 as state from users u
    join "searchedUsers" s on s."userId" = u.id and s."lastSignInDay" = u."lastSignInDay" order by u.id`.execute(
    db,
  );
  expect(rows).toEqual([
    { id: 'created', invitedAt: 0, lastSignInDay: 0, state: 2 },
    { id: 'foreign', invitedAt: 0, lastSignInDay: 0, state: 1 },
    { id: 'never', invitedAt: 0, lastSignInDay: 0, state: 1 },
    { id: 'often', invitedAt: 0, lastSignInDay: 9 * day, state: 1 },
    { id: 'sent', invitedAt: 2 * day + 1, lastSignInDay: 0, state: 3 },
    { id: 'trimmed', invitedAt: 0, lastSignInDay: 20 * day, state: 1 },
  ]);
  const { rows: counts } = await sql`
    select flags >> 3 as state, cast(sum(count) as integer) as count from "userCounts" group by 1 order by 1`.execute(
    db,
  );
  expect(counts).toEqual([
    { state: 1, count: 4 },
    { state: 2, count: 1 },
    { state: 3, count: 1 },
  ]);
  await drop();
});
