import type { ProjectContext, ServiceContext } from '../core/context.ts';
import { afterCommit } from '../storage/transaction.ts';
import { limitMemoryMs } from './limits.ts';
import {
  deleteOldLimits,
  deleteOldRows,
  findEventRow,
  listMessageRows,
  type MessageFilter,
  type MessageRow,
  reviveEventRow,
} from './store-history.ts';

const retentionMs = 30 * 24 * 60 * 60_000;
const eventLifetimeMs = 3 * 24 * 60 * 60_000;

export type { MessageFilter, MessageRow };

/** What was sent, waits or failed, newest first: whom it was for and what became of it, never what it says. */
export function listMessages(ctx: ProjectContext, filter: MessageFilter): Promise<MessageRow[]> {
  return listMessageRows(ctx.db, ctx.project.id, filter);
}

/** Sends an event once more, under the same ID. `false` when there is no such event any more. */
export async function replayEvent(ctx: ProjectContext, id: string): Promise<boolean> {
  const row = await findEventRow(ctx.db, ctx.project.id, id);
  if (!row) return false;
  const now = ctx.now();
  await reviveEventRow(ctx.db, ctx.project.id, id, { nextAttemptAt: now, expiresAt: now + eventLifetimeMs });
  afterCommit(() => ctx.outbox.wake());
  return true;
}

export async function deleteForgottenMessages(ctx: ServiceContext): Promise<void> {
  await deleteOldRows(ctx.db, ctx.now() - retentionMs);
  await deleteOldLimits(ctx.db, ctx.now() - limitMemoryMs);
}
