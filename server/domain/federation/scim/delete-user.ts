import type { ProjectContext } from '../../../core/context.ts';
import { requireVersion, versionOf } from '../../../protocols/scim/etag.ts';
import { transaction } from '../../../storage/transaction.ts';
import { deleteUser } from '../../directory/users/delete-user.ts';
import { removeTenant } from '../../directory/users/grants/change-grants.ts';
import { leaveTenants } from '../../directory/users/grants/grants.ts';
import { holdUser } from '../../directory/users/revocations.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { keepDepartures, rememberDeparture } from './departures.ts';
import type { Directory } from './directory.ts';
import { loadDirectoryUser } from './load-user.ts';
import { writeEntry } from './save-user.ts';
import { deleteEntries, listEntriesOfUser } from './store.ts';

/** Deletes a user who belongs to this tenant only. Of any other, only the membership ends, and the directory can bring the user back. */
export async function deleteDirectoryUser(
  ctx: ProjectContext,
  directory: Directory,
  id: string,
  ifMatch?: string,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await holdUser(ctx, id);
    const { user, isOwn, isMember, content, entry } = await loadDirectoryUser(ctx, directory, id);
    requireVersion(ifMatch, versionOf(content));
    await rememberDeparture(ctx, directory.place, content, user);
    if (isOwn) return deleteUser(ctx, { userId: id }, { loginIds: user.loginIds });
    if (isMember) await removeTenant(ctx, id, directory.tenantId);
    else await recordAudit(ctx, { action: 'UserModified', userId: id, data: { fields: ['tenants'] } });
    await deleteEntries(ctx.db, ctx.project.id, id, [directory.tenantId]);
    const facts = { state: 'deleted', createdUser: entry?.createdUser ?? false, after: 0 } as const;
    await writeEntry(ctx, directory, id, {}, facts);
  });
}

/** Removes a user from the directories of tenants that the user leaves. A directory that ended the membership itself stores its entry after it. */
export async function leaveDirectories(
  ctx: ProjectContext,
  { userId, tenantIds }: { userId: string; tenantIds: string[] },
): Promise<void> {
  await deleteEntries(ctx.db, ctx.project.id, userId, tenantIds);
}

/** Ends the memberships that came with the user's creation by a directory: the account passes to another person. */
export async function leaveCreators(ctx: ProjectContext, { userId }: { userId: string }): Promise<void> {
  const entries = await listEntriesOfUser(ctx.db, ctx.project.id, userId);
  const created = entries.filter((entry) => entry.createdUser && entry.state === 'member');
  await leaveTenants(
    ctx,
    userId,
    created.map(({ tenantId }) => tenantId),
  );
  const others = entries.filter(({ state }) => state !== 'member').map(({ tenantId }) => tenantId);
  if (others.length === 0) return;
  await keepDepartures(ctx, { userIds: [userId] });
  await deleteEntries(ctx.db, ctx.project.id, userId, others);
}
