import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBefore, plainUser } from '../../../test/storage/before-migration.ts';

test('users who hold a role in several tenants already get one entry for all of them', async () => {
  const { db, insert, upgrade, drop } = await openBefore('0045-search-changes');
  const projectId = 'P1';
  const tenant = {
    name: '',
    authType: 'none',
    customAttributes: '{}',
    settings: '{}',
    sessionLimits: '{}',
    enforceSso: 0,
    createdAt: 1,
  };
  const role = {
    tenantId: '',
    name: 'r',
    foldedName: 'r',
    description: '',
    isDefault: 0,
    isPrivate: 0,
    createdAt: 1,
  };
  await insert('projects', { id: projectId, name: 'One', tags: '[]', settings: '{}', createdAt: 1 });
  for (const id of ['T1', 'T2']) await insert('tenants', { projectId, id, foldedName: id, ...tenant });
  await insert('roles', { projectId, id: 'R1', ...role });
  for (const id of ['U1', 'U2']) await insert('users', { ...plainUser, projectId, id });
  for (const [userId, tenantId] of [
    ['U1', 'T1'],
    ['U1', 'T2'],
    ['U2', ''],
  ] as const) {
    if (tenantId) await insert('tenantMembers', { projectId, userId, tenantId, createdAt: 1 });
    await insert('userRoles', { projectId, userId, tenantId, roleId: 'R1', source: 'direct' });
  }
  // Before the search index was another one.
  await upgrade('0126-search-blocks');
  const { rows } = await sql<{ userId: string }>`
    select u."userId" from "userFacets" c join "searchFacets" f on f.id = c.facet join "searchedUsers" u on u.number = c.number
    where f.kind = 'tenantRole' and f.value = 'R1'`.execute(db);
  expect(rows).toEqual([{ userId: 'U1' }]);
  await drop();
});
