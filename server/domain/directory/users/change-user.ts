import type { ProjectContext, ProjectData, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { failureOf } from '../../../storage/failure.ts';
import { together, transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../../project/audit/changes.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { foldLoginId } from './identifiers/login-id.ts';
import { noticeAddressChange } from './identifiers/notice-address.ts';
import { findStoredForm } from './identifiers/stored-form.ts';
import { reserve } from './identifiers/take-login-ids.ts';
import { nameAttributes, noUser } from './load-user.ts';
import { foldSoon } from './search/fold-soon.ts';
import { logUsers } from './search/log-users.ts';
import { findStoredUser, findUserByLoginId } from './store.ts';
import { lockUserRow } from './store-rows.ts';
import { readUserId, type StoredUser, type User } from './user.ts';

/**
 * Changes one user. Every change goes through this function. `who` is a login ID or else a user ID. Locks the user
 * first, so that changes of one user run one after the other, and passes `work` the user as they are under the
 * lock. Afterwards writes the names of the changed fields to the audit log and the user to the log of the search index,
 * and returns the changed user. `isNoticed`: holders of a replaced address are sent a security notice.
 */
export async function changeUser(
  ctx: ProjectContext,
  who: string,
  work: (ctx: ProjectContext, user: StoredUser) => Promise<void>,
  { isNoticed = true }: { isNoticed?: boolean } = {},
): Promise<User> {
  const changed = await withReferences(ctx, async (ctx) => {
    const user = await lockUser(ctx, who);
    await work(ctx, user);
    return finishChange(ctx, user, isNoticed);
  });
  foldSoon(ctx, 1);
  return changed;
}

async function lockUser(ctx: TimedProjectData, who: string): Promise<StoredUser> {
  const projectId = ctx.project.id;
  const foldedLoginId = await findStoredForm(ctx, who);
  const by = { foldedLoginId, userId: readUserId(who) };
  const [id, found] = await together([
    lockUserRow(ctx.db, projectId, by, ctx.now()),
    by.userId ? undefined : findUserByLoginId(ctx.db, projectId, foldedLoginId),
  ]);
  const user = found ?? (id === undefined ? undefined : await findStoredUser(ctx.db, projectId, id));
  // The login ID may have moved to another user while this transaction waited for the lock.
  if (!user || user.id !== id || (id !== by.userId && !hasLoginId(user, foldLoginId(who)))) throw noUser();
  return user;
}

export function hasLoginId(user: StoredUser, folded: string): boolean {
  return user.loginIds.some((loginId) => foldLoginId(loginId) === folded);
}

/**
 * Finishes every change: logs the user for the search index, whose time of change is new in any case, and writes the changed fields
 * to the audit log, unless nothing changed.
 */
async function finishChange(ctx: ProjectContext, before: StoredUser, isNoticed: boolean): Promise<User> {
  const userId = before.id;
  const [stored] = await together([findStoredUser(ctx.db, ctx.project.id, userId), logUsers(ctx, [userId])]);
  if (!stored) throw new Error('the user vanished within the transaction that holds their row');
  const user = await nameAttributes(ctx, stored);
  await requireFreeVerified(ctx, before, stored);
  const fields = changedFields(before, stored);
  if (fields.length === 0) return user;
  const changes = changesBetween(auditedFields(ctx, before), auditedFields(ctx, stored));
  const isShown = Object.keys(changes).length > 0;
  await together([
    recordAudit(ctx, { action: 'UserModified', userId, data: { fields, ...(isShown && { changes }) } }),
    isNoticed && noticeAddressChange(ctx, before, stored),
  ]);
  return user;
}

/**
 * Waits for transactions that claim the newly verified address as a login ID. Throws E111127 if it now is another
 * user's login ID. An address that the user already had can still be verified.
 */
async function requireFreeVerified(ctx: ProjectData, before: StoredUser, after: StoredUser): Promise<void> {
  const isNew = {
    email: after.verifiedEmail && !(before.verifiedEmail && before.email === after.email),
    phone: after.verifiedPhone && !(before.verifiedPhone && before.phone === after.phone),
  };
  const verified = [...(isNew.email ? [after.email] : []), ...(isNew.phone ? [after.phone] : [])].filter(
    (address) => !hasLoginId(after, foldLoginId(address)),
  );
  if (verified.length === 0) return;
  const taken = await reserve(
    ctx,
    verified.map((address) => ({ userId: after.id, address })),
  );
  const isChanged = (address: string) => address !== before.email && address !== before.phone;
  const refused = taken.find(isChanged);
  if (refused)
    throw new ServiceError(
      'E111127',
      `${refused} is the login ID of another user. Use another address, or change that user’s login ID ` +
        'first',
    );
}

/**
 * Returns the fields whose values the audit log may have. Personal data are not among them, because the log outlives the
 * user; their changes are named only. The log of a tenant does not name the user's other tenants to its administrators.
 */
function auditedFields({ tenantAdministrator }: ProjectContext, user: StoredUser): object {
  return {
    status: user.status,
    test: user.test,
    ssoAppIds: user.ssoAppIds,
    roleNames: user.roleNames,
    verifiedEmail: user.verifiedEmail,
    verifiedPhone: user.verifiedPhone,
    consentExpiresAt: user.consentExpiresAt,
    tenants: user.tenants
      .filter(({ isInherited }) => !isInherited)
      .filter(({ tenantId }) => !tenantAdministrator || tenantId === tenantAdministrator.tenantId)
      .map(({ tenantId, roleNames }) => ({ tenantId, roleNames })),
  };
}

/** Returns the names of the changed fields. */
function changedFields(before: StoredUser, after: StoredUser): string[] {
  return (Object.keys(after) as (keyof StoredUser)[])
    .filter((field) => field !== 'modifiedAt' && field !== 'permissions')
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => (field === 'storedAttributes' ? 'customAttributes' : field));
}

/**
 * Runs a transaction that refers to roles, tenants and SSO applications. If one of them is deleted between the
 * check that it exists and the write, runs the whole transaction once more, so that the check reports it.
 */
export async function withReferences<R>(
  ctx: ProjectContext,
  work: (ctx: ProjectContext) => Promise<R>,
): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx);
  try {
    return await transaction(ctx, work);
  } catch (error) {
    if (failureOf(error) !== 'foreignKey') throw error;
    return transaction(ctx, work);
  }
}

/** Throws E011003 if a list of the user would exceed its limit. */
export function checkLimit(count: number, limit: number, what: string): void {
  if (count > limit) throw new ServiceError('E011003', `A user has at most ${limit} ${what}`);
}
