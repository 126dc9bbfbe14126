import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';
import type { SignInPolicy } from '../../sessions/sign-in-policy/policy.ts';

/** Reads the setting, because an older release has no column for it. */
export async function listDisabledTenants(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tenants')
    .select(['id', 'settings'])
    .where('projectId', '=', projectId)
    .where('settings', 'like', '%"disabled":true%')
    .execute();
  return rows.flatMap(({ id, settings }) =>
    (JSON.parse(settings) as { disabled?: boolean }).disabled ? id : [],
  );
}

export async function countMembers(db: Db, projectId: string, tenantIds: string[]): Promise<number> {
  if (tenantIds.length === 0) return 0;
  const { count } = await db
    .selectFrom('tenantMembers')
    .select((member) => member.fn.count<number>('userId').distinct().as('count'))
    .where('projectId', '=', projectId)
    .where((member) => inList(db, member.ref('tenantId'), tenantIds))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countKeys(db: Db, projectId: string, tenantIds: string[]): Promise<number> {
  if (tenantIds.length === 0) return 0;
  const { count } = await db
    .selectFrom('accessKeyTenants')
    .select((key) => key.fn.count<number>('keyId').distinct().as('count'))
    .where('projectId', '=', projectId)
    .where((key) => inList(db, key.ref('tenantId'), tenantIds))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listTenantPolicies(
  db: Db,
  projectId: string,
): Promise<{ tenantId: string; policy: SignInPolicy }[]> {
  const rows = await db
    .selectFrom('signInPolicies')
    .select(['subjectId', 'policy'])
    .where('projectId', '=', projectId)
    .where('scope', '=', 'tenant')
    .execute();
  return rows.map(({ subjectId: tenantId, policy }) => ({
    tenantId,
    policy: JSON.parse(policy) as SignInPolicy,
  }));
}

/** Lists the users who inherit a role in a tenant to which they do not belong. */
export async function listHeirs(db: Db, projectId: string, tenantId: string): Promise<string[]> {
  const ancestors: string[] = [];
  let below = await inheritance(db, projectId, tenantId);
  while (below?.parentId && below.inheritsRoles !== 'none' && ancestors.length < maxDepth) {
    const parent = await inheritance(db, projectId, below.parentId);
    if (!parent || parent.passesRoles === 'none') break;
    ancestors.push(below.parentId);
    below = parent;
  }
  if (ancestors.length === 0) return [];
  const rows = await db
    .selectFrom('userRoles')
    .select('userId')
    .distinct()
    .where('projectId', '=', projectId)
    .where((role) => inList(db, role.ref('tenantId'), ancestors))
    .execute();
  const members = await db
    .selectFrom('tenantMembers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .execute();
  const own = new Set(members.map(({ userId }) => userId));
  return rows.map(({ userId }) => userId).filter((id) => !own.has(id));
}

/** A circle of parents cannot be stored, but a count must end even then. */
const maxDepth = 20;

function inheritance(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('tenants')
    .select(['parentId', 'passesRoles', 'inheritsRoles'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Counts members of the tenants who sign in through other tenants' providers, and not through this one's. */
export async function countForeignIdentities(
  db: Db,
  projectId: string,
  tenantIds: string[],
): Promise<number> {
  if (tenantIds.length === 0) return 0;
  const { count } = await db
    .selectFrom('tenantMembers')
    .innerJoin('ssoIdentities', (join) =>
      join
        .onRef('ssoIdentities.projectId', '=', 'tenantMembers.projectId')
        .onRef('ssoIdentities.userId', '=', 'tenantMembers.userId'),
    )
    .select((member) => member.fn.count<number>('tenantMembers.userId').distinct().as('count'))
    .where('tenantMembers.projectId', '=', projectId)
    .where((member) => inList(db, member.ref('tenantMembers.tenantId'), tenantIds))
    .whereRef('ssoIdentities.tenantId', '!=', 'tenantMembers.tenantId')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ssoIdentities as own')
            .select('own.userId')
            .whereRef('own.projectId', '=', 'tenantMembers.projectId')
            .whereRef('own.tenantId', '=', 'tenantMembers.tenantId')
            .whereRef('own.userId', '=', 'tenantMembers.userId'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}
