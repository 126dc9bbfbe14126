import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../storage/tables.ts';
import type { Inheritance } from './role-inheritance.ts';

/** The holder of roles that pass to sub-tenants. */
export type RoleHolder = 'user' | 'accessKey';

/** Tests whether the roles of such a holder pass a tenant with this setting. */
export function lets(holder: RoleHolder, setting: Expression<Inheritance>): Expression<SqlBool> {
  return holder === 'user' ? sql<SqlBool>`${setting} != 'none'` : sql<SqlBool>`${setting} = 'all'`;
}

/**
 * Begins a query with the table `heirs`: all descendants in which the roles of a holder in some tenants apply, at any depth. For
 * stores that read something of each of them. Circles of parents cannot be stored, but would end here, too.
 */
export function withHeirs(
  db: Db,
  projectId: string,
  holder: RoleHolder,
  isSource: (tenantId: Expression<string>) => Expression<SqlBool>,
) {
  return db.withRecursive('heirs', (cte) =>
    cte
      .selectFrom('tenants as source')
      .innerJoin('tenants as heir', (join) =>
        join.onRef('heir.projectId', '=', 'source.projectId').onRef('heir.parentId', '=', 'source.id'),
      )
      .select(['heir.id', 'heir.passesRoles', 'heir.sessionLimits'])
      .where('source.projectId', '=', projectId)
      .where((row) => isSource(row.ref('source.id')))
      .where((row) => lets(holder, row.ref('source.passesRoles')))
      .where((row) => lets(holder, row.ref('heir.inheritsRoles')))
      .union(
        cte
          .selectFrom('heirs')
          .innerJoin('tenants as heir', 'heir.parentId', 'heirs.id')
          .select(['heir.id', 'heir.passesRoles', 'heir.sessionLimits'])
          .where('heir.projectId', '=', projectId)
          .where((row) => lets(holder, row.ref('heirs.passesRoles')))
          .where((row) => lets(holder, row.ref('heir.inheritsRoles'))),
      ),
  );
}
