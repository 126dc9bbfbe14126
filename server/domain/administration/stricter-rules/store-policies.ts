import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';
import { ancestorsWithHeir, loadPlaces } from '../../directory/tenants/role-inheritance.ts';

/** Lists the tenants with a sign-in policy. */
export async function listTenants(db: Db, projectId: string): Promise<string[]> {
  const rows = await ofTenants(db, projectId).execute();
  return rows.map(({ subjectId }) => subjectId);
}

/** Lists the tenants whose policy demands a second factor. */
export async function listDemandingTenants(db: Db, projectId: string): Promise<string[]> {
  const rows = await ofTenants(db, projectId).where('requiredSince', 'is not', null).execute();
  return rows.map(({ subjectId }) => subjectId);
}

function ofTenants(db: Db, projectId: string) {
  return db
    .selectFrom('signInPolicies')
    .select('subjectId')
    .where('projectId', '=', projectId)
    .where('scope', '=', 'tenant');
}

/** Lists the users who inherit a role in a tenant to which they do not belong. */
export async function listHeirs(db: Db, projectId: string, tenantId: string): Promise<string[]> {
  const places = await loadPlaces(db, projectId, [tenantId]);
  const ancestors = ancestorsWithHeir(places, tenantId).map(({ id }) => id);
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
            .where('own.projectId', '=', projectId)
            .whereRef('own.tenantId', '=', 'tenantMembers.tenantId')
            .whereRef('own.userId', '=', 'tenantMembers.userId'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the users of sessions with one factor who have an authenticator or a passkey, in a project that demands a second factor. */
export async function countSingleFactorSessions(db: Db, projectId: string): Promise<number> {
  const demanding = await db
    .selectFrom('signInPolicies')
    .select('scope')
    .where('projectId', '=', projectId)
    .where('requiredSince', 'is not', null)
    .limit(1)
    .execute();
  if (demanding.length === 0) return 0;
  const { count } = await db
    .selectFrom('sessions')
    .select((session) => session.fn.count<number>('sessions.userId').distinct().as('count'))
    .where('sessions.projectId', '=', projectId)
    .where('sessions.awaits', 'is', null)
    .where('sessions.userId', 'is not', null)
    .where('sessions.amr', 'not like', '%"mfa"%')
    .where('sessions.amr', 'not like', '%"mgmt"%')
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('totpCredentials')
            .select('totpCredentials.userId')
            .where('totpCredentials.projectId', '=', projectId)
            .whereRef('totpCredentials.userId', '=', 'sessions.userId'),
        ),
        exists(
          selectFrom('passkeys')
            .select('passkeys.userId')
            .where('passkeys.projectId', '=', projectId)
            .whereRef('passkeys.userId', '=', 'sessions.userId'),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}
