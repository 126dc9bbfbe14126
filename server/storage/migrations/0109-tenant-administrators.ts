import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/**
 * Adds the built-in role `Tenant Admin` and its permissions to every project. A project that has a role or a permission of such a name, in any
 * case, keeps it as it is and does not get the built-in one. What is built in has the same ID in every project, so the holders of
 * the old role gain nothing.
 */
export const tenantAdministrators: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    for (const { id, name, description } of permissions) {
      await sql`
        insert into permissions ("projectId", id, name, description, "createdAt")
        select projects.id, ${id}, ${name}, ${description}, projects."createdAt" from projects
        where projects.id <> ${administration} and not exists (
          select 1 from permissions
          where permissions."projectId" = projects.id and lower(permissions.name) = ${name.toLowerCase()}
        )`.execute(db);
    }
    await sql`
      insert into roles
        ("projectId", id, "tenantId", name, "foldedName", description, "isDefault", "isPrivate", "createdAt")
      select projects.id, ${roleId}, '', 'Tenant Admin', 'tenant admin', 'Administer a tenant', 0, 0, projects."createdAt"
      from projects
      where projects.id <> ${administration} and not exists (
        select 1 from roles
        where roles."projectId" = projects.id and roles."tenantId" = '' and roles."foldedName" = 'tenant admin'
      )`.execute(db);
    await sql`
      insert into "rolePermissions" ("projectId", "roleId", "permissionId")
      select permissions."projectId", ${roleId}, permissions.id
      from permissions
      join roles on roles."projectId" = permissions."projectId" and roles.id = ${roleId}
      where permissions.id in (${sql.join(permissions.map(({ id }) => id))})`.execute(db);
  },
};

/** The project of the console's administrators has no tenants, and no roles but theirs. */
const administration = 'Padministration0000000000000';
const roleId = 'R0000000000000000TenantAdmin';
const permissions = [
  {
    id: 'E000000000000000000UserAdmin',
    name: 'User Admin',
    description: 'Manage the users, roles, access keys and audit log of a tenant',
  },
  {
    id: 'E0000000000000000000SsoAdmin',
    name: 'SSO Admin',
    description: 'Manage the single sign-on of a tenant',
  },
];
