import { prepared } from '../../../../storage/prepared.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { PasswordSettings } from './password-settings.ts';

type Written = Partial<PasswordSettings>;

/** Returns the settings that were written for the project and for the tenant. */
export async function findSettings(
  db: Db,
  projectId: string,
  tenantId: string,
): Promise<{ project: Written; tenant: Written }> {
  const rows = await ofTenantOrProject(db, { projectId, tenantId });
  const of = (id: string) => JSON.parse(rows.find((row) => row.tenantId === id)?.settings ?? '{}') as Written;
  return { project: of(''), tenant: of(tenantId) };
}

const ofTenantOrProject = prepared((db, { projectId, tenantId }: { projectId: string; tenantId: string }) =>
  db
    .selectFrom('passwordSettings')
    .select(['tenantId', 'settings'])
    .where('projectId', '=', projectId)
    .where('tenantId', 'in', ['', tenantId]),
);

/** Returns the written settings of all tenants that have any, by tenant ID. */
export async function listTenantSettings(db: Db, projectId: string): Promise<Map<string, Written>> {
  const rows = await db
    .selectFrom('passwordSettings')
    .select(['tenantId', 'settings'])
    .where('projectId', '=', projectId)
    .where('tenantId', '!=', '')
    .execute();
  return new Map(rows.map(({ tenantId, settings }) => [tenantId, JSON.parse(settings) as Written]));
}

/** Inserts the row if there is none, and holds it until the transaction ends. */
export async function lockSettings(db: Db, projectId: string, tenantId: string): Promise<Written> {
  const row = await db
    .insertInto('passwordSettings')
    .values({ projectId, tenantId, settings: '{}' })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'tenantId'])
        .doUpdateSet((held) => ({ settings: held.ref('passwordSettings.settings') })),
    )
    .returning('settings')
    .executeTakeFirstOrThrow();
  return JSON.parse(row.settings) as Written;
}

export async function putSettings(
  db: Db,
  projectId: string,
  tenantId: string,
  settings: Written,
): Promise<void> {
  await db
    .updateTable('passwordSettings')
    .set({ settings: JSON.stringify(settings) })
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .execute();
}

export async function deleteSettingsOfTenant(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .deleteFrom('passwordSettings')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', id)
    .execute();
}
