import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

interface Tenant {
  projectId: string;
  id: string;
  settings: string;
  enforceSso: number;
}

interface Settings {
  roleInheritance?: string;
  disabled?: boolean;
}

/**
 * Adds a column for role inheritance, which the settings stored without effect. Tenants that have sub-tenants
 * and no setting get `none`, so that the upgrade grants no roles.
 */
export const roleInheritance: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['passesRoles', 'inheritsRoles']) {
      await db.schema
        .alterTable('tenants')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo('all'))
        .execute();
    }
    const { rows: parents } = await sql<{ projectId: string; parentId: string }>`
      select distinct ${sql.ref('projectId')}, ${sql.ref('parentId')} from tenants
      where ${sql.ref('parentId')} is not null`.execute(db);
    const hasSubTenants = new Set(parents.map(({ projectId, parentId }) => `${projectId}/${parentId}`));
    const { rows } = await sql<Tenant>`
      select ${sql.ref('projectId')}, id, settings, ${sql.ref('enforceSso')} from tenants`.execute(db);
    for (const tenant of rows) {
      const settings = JSON.parse(tenant.settings) as Settings;
      const said = settings.roleInheritance ?? '';
      const now = said === '' && hasSubTenants.has(`${tenant.projectId}/${tenant.id}`) ? 'none' : said;
      const passes = now === 'none' ? 'none' : now === 'userOnly' ? 'users' : 'all';
      const inherits = settings.disabled || tenant.enforceSso === 1 ? 'none' : passes;
      if (passes === 'all' && inherits === 'all') continue;
      await sql`
        update tenants set settings = ${JSON.stringify({ ...settings, roleInheritance: now })},
          ${sql.ref('passesRoles')} = ${passes}, ${sql.ref('inheritsRoles')} = ${inherits}
        where ${sql.ref('projectId')} = ${tenant.projectId} and id = ${tenant.id}`.execute(db);
    }
  },
};
