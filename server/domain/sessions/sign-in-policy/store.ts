import { insertRows } from '../../../storage/insert-rows.ts';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Row } from '../../../storage/tables.ts';
import { withHeirs } from '../../directory/tenants/query-heirs.ts';

type Signing = {
  projectId: string;
  userId: string;
  /** The application; empty for none. */
  application: string;
  /** The sub-tenants with a policy in which the user inherits roles. */
  inheritedTenantIds: readonly string[];
};

/**
 * Lists the policies of the project, of the user's tenants, also of those in which they inherit roles, of the user's roles, and of the
 * application, with the time at which the user was first asked for a second factor. One query.
 */
export const listApplying = prepared((db, { projectId, userId, application, inheritedTenantIds }: Signing) =>
  withAsk(db, projectId, userId).where((where) =>
    where.or([
      where('signInPolicies.scope', '=', 'project'),
      where.and([
        where('signInPolicies.scope', '=', 'application'),
        where('signInPolicies.subjectId', '=', application),
      ]),
      where.and([
        where('signInPolicies.scope', '=', 'tenant'),
        inList(db, where.ref('signInPolicies.subjectId'), inheritedTenantIds),
      ]),
      where.exists(
        where
          .selectFrom('tenantMembers')
          .select('tenantMembers.tenantId')
          .where('tenantMembers.projectId', '=', projectId)
          .where('tenantMembers.userId', '=', userId)
          .whereRef('tenantMembers.tenantId', '=', 'signInPolicies.tenant'),
      ),
      where.exists(
        where
          .selectFrom('userRoles')
          .select('userRoles.roleId')
          .where('userRoles.projectId', '=', projectId)
          .where('userRoles.userId', '=', userId)
          .whereRef('userRoles.roleId', '=', 'signInPolicies.role'),
      ),
    ]),
  ),
);

type OfTenants = { projectId: string; userId: string; tenantIds: readonly string[] };

/** Lists the policies of these tenants, with the time at which the user was first asked for a second factor. */
export const listOfTenants = prepared((db, { projectId, userId, tenantIds }: OfTenants) =>
  withAsk(db, projectId, userId)
    .where('signInPolicies.scope', '=', 'tenant')
    .where((where) => inList(db, where.ref('signInPolicies.subjectId'), tenantIds)),
);

/** Lists the tenants with a policy that inherit roles from these tenants, at any depth. */
export const listBelow = prepared(
  (db, { projectId, sourceIds }: { projectId: string; sourceIds: readonly string[] }) =>
    withHeirs(db, projectId, 'user', (id) => inList(db, id, sourceIds))
      .selectFrom('heirs')
      .innerJoin('signInPolicies', (join) =>
        join
          .onRef('signInPolicies.projectId', '=', 'heirs.projectId')
          .onRef('signInPolicies.subjectId', '=', 'heirs.id'),
      )
      .select('heirs.id')
      .where('signInPolicies.projectId', '=', projectId)
      .where('signInPolicies.scope', '=', 'tenant'),
);

/** Selects policies with the time at which a user was first asked for a second factor. */
function withAsk(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('signInPolicies')
    .leftJoin('secondFactorAsks', (join) =>
      join
        .onRef('secondFactorAsks.projectId', '=', 'signInPolicies.projectId')
        .on('secondFactorAsks.userId', '=', userId),
    )
    .select([
      'signInPolicies.policy',
      'signInPolicies.requiredSince',
      'signInPolicies.tenant',
      'secondFactorAsks.askedAt',
      'secondFactorAsks.hadElsewhere',
    ])
    .where('signInPolicies.projectId', '=', projectId);
}

/** Stores when the user was first asked for a second factor. A later time changes nothing. */
export async function insertAsk(db: Db, row: { projectId: string; userId: string; askedAt: number }) {
  await db
    .insertInto('secondFactorAsks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'userId']).doNothing())
    .execute();
}

/** Stores that new users had to prove a second factor elsewhere. */
export const insertFactorsElsewhere = insertRows('secondFactorAsks');

export type PolicyRow = Row<'signInPolicies'>;

type PolicyKey = Pick<Row<'signInPolicies'>, 'projectId' | 'scope' | 'subjectId'>;

export function listPolicyRows(db: Db, projectId: string) {
  return db
    .selectFrom('signInPolicies')
    .select(['scope', 'subjectId', 'policy', 'requiredSince'])
    .where('projectId', '=', projectId)
    .orderBy('scope')
    .orderBy('subjectId')
    .execute();
}

/** Lists the policies of these scopes in which an identity provider must assert the second factor. */
export function listSsoPolicies(db: Db, projectId: string, scopes: PolicyRow['scope'][]) {
  return db
    .selectFrom('signInPolicies')
    .select(['scope', 'subjectId', 'policy'])
    .where('projectId', '=', projectId)
    .where('scope', 'in', scopes)
    .where('policy', 'like', '%"asserted"%')
    .execute();
}

export function findPolicy(db: Db, { projectId, scope, subjectId }: PolicyKey) {
  return db
    .selectFrom('signInPolicies')
    .select(['policy', 'requiredSince'])
    .where('projectId', '=', projectId)
    .where('scope', '=', scope)
    .where('subjectId', '=', subjectId)
    .executeTakeFirst();
}

export async function replacePolicy(
  db: Db,
  row: PolicyKey & Pick<Row<'signInPolicies'>, 'policy' | 'requiredSince'>,
): Promise<void> {
  await db
    .insertInto('signInPolicies')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'scope', 'subjectId']).doUpdateSet((row) => ({
        policy: row.ref('excluded.policy'),
        requiredSince: row.ref('excluded.requiredSince'),
      })),
    )
    .execute();
}

/** Deletes a policy. Returns `false` if there is none. */
export async function deletePolicyRow(db: Db, { projectId, scope, subjectId }: PolicyKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('signInPolicies')
    .where('projectId', '=', projectId)
    .where('scope', '=', scope)
    .where('subjectId', '=', subjectId)
    .returning('scope')
    .executeTakeFirst();
  return deleted !== undefined;
}
