import type { Expression, SqlBool } from 'kysely';
import type { Db } from '../../../storage/tables.ts';

/** The holder of roles that pass to sub-tenants. */
export type RoleHolder = 'user' | 'accessKey';

/** The values of `passesRoles` and `inheritsRoles` with which the roles of such a holder pass. */
export const passing = { user: ['!=', 'none'], accessKey: ['=', 'all'] } as const;

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
  const [is, value] = passing[holder];
  return db.withRecursive('heirs', (cte) =>
    cte
      .selectFrom('tenants as source')
      .innerJoin('tenants as heir', (join) =>
        join.onRef('heir.projectId', '=', 'source.projectId').onRef('heir.parentId', '=', 'source.id'),
      )
      .select(['heir.projectId', 'heir.id', 'heir.passesRoles', 'heir.sessionLimits'])
      .where('source.projectId', '=', projectId)
      .where((row) => isSource(row.ref('source.id')))
      .where('source.passesRoles', is, value)
      .where('heir.inheritsRoles', is, value)
      .union(
        cte
          .selectFrom('heirs')
          // SQLite keeps the order of a cross join. It would read all tenants of the project for each of the heirs.
          .crossJoin('tenants as heir')
          .select(['heir.projectId', 'heir.id', 'heir.passesRoles', 'heir.sessionLimits'])
          .whereRef('heir.projectId', '=', 'heirs.projectId')
          .whereRef('heir.parentId', '=', 'heirs.id')
          .where('heir.projectId', '=', projectId)
          .where('heirs.passesRoles', is, value)
          .where('heir.inheritsRoles', is, value),
      ),
  );
}
