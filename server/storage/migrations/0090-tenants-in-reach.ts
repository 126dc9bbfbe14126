import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/**
 * Adds the columns that decide whether a session reaches a tenant. Tenants that enforce SSO already do so since this upgrade:
 * sessions that run now keep what they reach.
 */
export const tenantsInReach: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('tenants')
      .addColumn('enforceSsoSince', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('tenants')
      .addColumn('disabled', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('sessions')
      .addColumn('provenAt', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    const [projectId, enforceSso, since] = ['projectId', 'enforceSso', 'enforceSsoSince'].map((name) =>
      sql.ref(name),
    );
    const created = sql.ref('createdAt');
    await sql`
      update tenants set ${since} = 1 + (
        select coalesce(max(${created}), 0) from (
          select ${created} from sessions union all select ${created} from ${sql.table('tenantMembers')}
        ) as present
      ) where ${enforceSso} = 1`.execute(db);
    const { rows } = await sql<{ projectId: string; id: string; settings: string }>`
      select ${projectId}, id, settings from tenants`.execute(db);
    for (const tenant of rows) {
      if (!(JSON.parse(tenant.settings) as { disabled?: boolean }).disabled) continue;
      await sql`
        update tenants set disabled = 1
        where ${projectId} = ${tenant.projectId} and id = ${tenant.id}`.execute(db);
    }
  },
};
