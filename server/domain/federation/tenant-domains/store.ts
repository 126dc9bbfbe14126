import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db } from '../../../storage/tables.ts';
import { type Claim, longestInterval } from './tenant-domain.ts';

type ClaimKey = Pick<Claim, 'projectId' | 'tenantId' | 'domain'>;

/** Inserts a claim, unless the tenant has it already. */
export async function insertClaim(db: Db, row: Claim): Promise<boolean> {
  const inserted = await db
    .insertInto('tenantDomains')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'tenantId', 'domain']).doNothing())
    .returning('domain')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findClaim(db: Db, { projectId, tenantId, domain }: ClaimKey): Promise<Claim | undefined> {
  return db
    .selectFrom('tenantDomains')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

export function listClaims(db: Db, projectId: string, tenantId: string): Promise<Claim[]> {
  return db
    .selectFrom('tenantDomains')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .orderBy('domain')
    .execute();
}

/** Records the outcome of a look. Returns `false` if the claim was deleted or looked at since it was loaded. */
export async function recordLook(
  db: Db,
  { projectId, tenantId, domain, token, checkedAt }: Claim,
  look: Pick<Claim, 'checkedAt' | 'outcome' | 'dueAt'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('tenantDomains')
    .set(look)
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('domain', '=', domain)
    .where('token', '=', token)
    .where('checkedAt', '=', checkedAt)
    .returning('domain')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function deleteClaim(db: Db, { projectId, tenantId, domain }: ClaimKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('tenantDomains')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('domain', '=', domain)
    .returning('domain')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Lists the proofs of all projects that are to be looked at, the one that has waited longest first. */
export function listDueClaims(db: Db, now: number, limit: number): Promise<Claim[]> {
  return dueClaimsQuery(db, now, limit).execute();
}

export function dueClaimsQuery(db: Db, now: number, limit: number) {
  return (
    ofReachableProjects(db)
      .selectFrom('tenantDomains')
      .selectAll()
      .where('dueAt', '>', 0)
      // A clock that ran ahead must not stop the looks at what was proven meanwhile.
      .where(({ or, eb }) => or([eb('dueAt', '<=', now), eb('dueAt', '>', now + longestInterval)]))
      .orderBy('dueAt')
      .orderBy('projectId')
      .orderBy('tenantId')
      .orderBy('domain')
      .limit(limit)
  );
}

/** Claims a look by moving it. Returns `false` if another instance has claimed it. */
export async function claimLook(
  db: Db,
  { projectId, tenantId, domain, dueAt }: Claim,
  next: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('tenantDomains')
    .set({ dueAt: next })
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('domain', '=', domain)
    .where('dueAt', '=', dueAt)
    .returning('domain')
    .executeTakeFirst();
  return claimed !== undefined;
}
