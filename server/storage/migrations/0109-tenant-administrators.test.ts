import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBefore } from '../../../test/storage/before-migration.ts';
import { administrationProjectId } from '../../core/administration.ts';
import { ssoAdmin, tenantAdmin, userAdmin } from '../../core/built-in-rights.ts';

test('an upgrade adds the built-in role and permissions where their names are free, and leaves what has such a name', async () => {
  const { db, upgrade, drop } = await openBefore('0109-tenant-administrators');
  const role = (projectId: string, id: string, name: string, tenantId = '') =>
    sql`insert into roles
      ("projectId", id, "tenantId", name, "foldedName", description, "isDefault", "isPrivate", "createdAt")
      values (${projectId}, ${id}, ${tenantId}, ${name}, ${name.toLowerCase()}, 'Ours', 1, 1, 5)`.execute(db);
  const permission = (projectId: string, id: string, name: string) =>
    sql`insert into permissions ("projectId", id, name, description, "createdAt")
      values (${projectId}, ${id}, ${name}, 'Ours', 5)`.execute(db);
  for (const id of [administrationProjectId, 'empty', 'role', 'permission', 'tenant'])
    await sql`insert into projects (id, name, tags, settings, "createdAt") values (${id}, ${id}, '[]', '{}', 7)`.execute(
      db,
    );
  await role('role', 'R1', 'tenant ADMIN');
  await role('tenant', 'R2', 'Tenant Admin', 'acme');
  await permission('permission', 'E1', 'user admin');

  await upgrade();
  const rows = async (query: ReturnType<typeof sql>) =>
    (await query.execute(db)).rows.map((row) => Object.values(row as object).join(' '));
  expect(
    await rows(sql`select "projectId", id, name, description from roles order by "projectId", id`),
  ).toEqual([
    `empty ${tenantAdmin.id} ${tenantAdmin.name} ${tenantAdmin.description}`,
    `permission ${tenantAdmin.id} ${tenantAdmin.name} ${tenantAdmin.description}`,
    'role R1 tenant ADMIN Ours',
    `tenant ${tenantAdmin.id} ${tenantAdmin.name} ${tenantAdmin.description}`,
    'tenant R2 Tenant Admin Ours',
  ]);
  const builtIn = [ssoAdmin, userAdmin].map(({ id, name, description }) => `${id} ${name} ${description}`);
  const both = (project: string) => builtIn.map((one) => `${project} ${one}`);
  expect(
    await rows(sql`select "projectId", id, name, description from permissions order by "projectId", id`),
  ).toEqual([
    ...both('empty'),
    `permission ${builtIn[0]}`,
    'permission E1 user admin Ours',
    ...both('role'),
    ...both('tenant'),
  ]);
  expect(
    await rows(
      sql`select "projectId", "permissionId" from "rolePermissions" order by "projectId", "permissionId"`,
    ),
  ).toEqual([
    `empty ${ssoAdmin.id}`,
    `empty ${userAdmin.id}`,
    `permission ${ssoAdmin.id}`,
    `tenant ${ssoAdmin.id}`,
    `tenant ${userAdmin.id}`,
  ]);
  await drop();
});
