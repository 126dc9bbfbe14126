import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { usersDeleting } from './events.ts';
import { findUserId, noUser } from './load-user.ts';
import { holdUsers } from './revocations.ts';
import { logUsers } from './search/log-users.ts';
import { deleteUserRows, listTestUserIds } from './store-rows.ts';
import { readUserId } from './user.ts';

// Users are deleted permanently: foreign keys remove login IDs, credentials, memberships and identities with the row.
// Their sessions end first, because applications are told. The audit log keeps an event of the deletion.

/** Deletes a user. `data`: further facts for the audit event. */
export async function deleteUser(
  ctx: ProjectContext,
  by: { loginId?: string; userId?: string },
  data?: Record<string, unknown>,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const id = by.userId ?? (await findId(ctx, by.loginId ?? ''));
    if (!id || (await deleteAll(ctx, [id], data)).length === 0) throw noUser();
  });
}

async function findId(ctx: ProjectData, loginId: string): Promise<string | undefined> {
  const byLoginId = await findUserId(ctx, loginId);
  return byLoginId ?? (readUserId(loginId) || undefined);
}

/** Deletes all of these users, or none if one does not exist: E112102 names the unknown IDs. */
export async function deleteUsers(ctx: ProjectContext, userIds: string[]): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const deleted = new Set(await deleteAll(ctx, userIds));
    const unknown = [...new Set(userIds)].filter((id) => !deleted.has(id));
    if (unknown.length > 0) {
      throw new ServiceError('E112102', `No user has the user ID ${unknown.slice(0, 10).join(', ')}`);
    }
  });
}

/** The number of users deleted in one transaction, so that other writers get a turn in between. */
const pageSize = 100;

export async function deleteTestUsers(ctx: ProjectContext): Promise<void> {
  for (let deleted = pageSize; deleted === pageSize; ) {
    deleted = await transaction(ctx, async (ctx) => {
      const ids = await listTestUserIds(ctx.db, ctx.project.id, pageSize);
      await deleteAll(ctx, ids);
      return ids.length;
    });
  }
}

async function deleteAll(
  ctx: ProjectContext,
  ids: string[],
  data?: Record<string, unknown>,
): Promise<string[]> {
  await holdUsers(ctx, ids);
  await happen(ctx, usersDeleting, { userIds: ids });
  await logUsers(ctx, ids);
  const deleted = await deleteUserRows(ctx.db, ctx.project.id, ids);
  for (const userId of deleted)
    await recordAudit(ctx, { action: 'UserDeleted', userId, ...(data && { data }) });
  return deleted;
}
