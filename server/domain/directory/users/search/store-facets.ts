import { sql } from 'kysely';
import { inList } from '../../../../storage/json.ts';
import type { Db, Row } from '../../../../storage/tables.ts';

type Kind = Row<'searchFacets'>['kind'];

/** Finds the facets of these values, in one of the scopes or in any. A value that no user ever had has no facet. */
export async function findFacets(
  db: Db,
  projectId: string,
  kind: Kind,
  values: string[],
  scopes?: string[],
): Promise<number[]> {
  const facets = db
    .selectFrom('searchFacets')
    .select('id')
    .where('projectId', '=', projectId)
    .where('kind', '=', kind)
    .where((facet) => inList(db, facet.ref('value'), values));
  const rows = await (scopes
    ? facets.where((facet) => inList(db, facet.ref('scope'), scopes))
    : facets
  ).execute();
  return rows.map((row) => row.id);
}

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
