import type { ProjectContext, ProjectData, ServiceContext } from '../../../core/context.ts';
import { happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { enterAsSweeper } from '../../project/projects/enter-project.ts';
import { deleteUser } from '../users/delete-user.ts';
import { accountChanged } from '../users/events.ts';
import { hasUnprovenName } from '../users/identifiers/unproven-names.ts';
import { holdUser } from '../users/revocations.ts';
import { patchUser } from '../users/update-user.ts';
import { deleteDeletion, findDue, hasDeletion, putDeletion } from './store.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Disables the user, which ends all sessions, and returns when they will be deleted. An account that is named after an address which
 * nobody has proven is deleted at once: until the deletion, the owner of the address could neither sign in nor sign up.
 */
export function requestDeletion(ctx: ProjectContext, userId: string): Promise<{ deleteAt?: number }> {
  return transaction(ctx, async (ctx) => {
    await holdUser(ctx, userId);
    if (await isDeletedAtOnce(ctx, userId)) {
      await recordAudit(ctx, { action: 'AccountDeletionRequested', userId, data: { deleteAt: ctx.now() } });
      await deleteUser(ctx, { userId });
      return {};
    }
    const deleteAt = ctx.now() + ctx.project.settings.accountPage.deletionGraceDays * dayMs;
    await happen(ctx, accountChanged, { kind: 'deletionRequested', userId });
    await patchUser(ctx, userId, { status: 'disabled' });
    await putDeletion(ctx.db, { projectId: ctx.project.id, userId, requestedAt: ctx.now(), deleteAt });
    await recordAudit(ctx, { action: 'AccountDeletionRequested', userId, data: { deleteAt } });
    return { deleteAt };
  });
}

export function isDeletedAtOnce(ctx: ProjectContext, userId: string): Promise<boolean> {
  return hasUnprovenName(ctx, userId);
}

/** Reports whether the user has asked to be deleted. */
export function isDeletionRequested(ctx: ProjectData, userId: string): Promise<boolean> {
  return hasDeletion(ctx.db, ctx.project.id, userId);
}

/** Undoes a request, if there is one. Part of the transaction that enables the user. */
export async function cancelDeletion(ctx: ProjectContext, { userId }: { userId: string }): Promise<void> {
  const wasRequested = await deleteDeletion(ctx.db, ctx.project.id, userId);
  if (wasRequested) await recordAudit(ctx, { action: 'AccountDeletionCancelled', userId });
}

/** The number of users deleted in one sweep of one instance. */
const batchSize = 100;

/** Deletes the users whose grace period is over. Several instances may do this at once. */
export async function deleteDueAccounts(service: ServiceContext): Promise<void> {
  for (const { projectId, userId } of await findDue(service.db, service.now(), batchSize)) {
    const ctx = await enterAsSweeper(service, projectId);
    if (!ctx) continue;
    await transaction(ctx, async (ctx) => {
      // Holds the user before the request, as enabling the user does.
      await holdUser(ctx, userId);
      if (await deleteDeletion(ctx.db, projectId, userId)) await deleteUser(ctx, { userId });
    });
  }
}
