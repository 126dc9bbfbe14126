import { sql } from 'kysely';
import { inList } from '../../../../storage/json.ts';
import type { Db, Row } from '../../../../storage/tables.ts';

/** Finds roles of the project and of tenants by name. */
export function findRolesNamed(
  db: Db,
  projectId: string,
  names: string[],
): Promise<Pick<Row<'roles'>, 'id' | 'name'>[]> {
  return db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('projectId', '=', projectId)
    .where((role) => inList(db, role.ref('name'), names))
    .execute();
}

/** Finds these tenants and all their descendants. */
export async function findTenantsBelow(db: Db, projectId: string, tenantIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (
    with recursive below (id) as (
      select id from tenants where "projectId" = ${projectId} and ${inList(db, sql<string>`id`, tenantIds)}
      union
      select t.id from below b join tenants t on t."projectId" = ${projectId} and t."parentId" = b.id
    ) select id from below
  ) found`.execute(db);
  return rows.map((row) => row.id);
}
