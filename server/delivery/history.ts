import type { ProjectContext, ServiceContext } from '../core/context.ts';
import { slowReads } from '../storage/slow-reads.ts';
import { afterCommit } from '../storage/transaction.ts';
import { limitMemoryMs } from './limits.ts';
import { contentPurpose } from './message.ts';
import {
  deleteOldLimits,
  deleteOldRows,
  eraseExpiredContents,
  findEventRow,
  listMessageRows,
  type MessageFilter,
  type MessageRow,
  reviveDeadRow,
  reviveEventRow,
} from './store-history.ts';

const retentionMs = 30 * 24 * 60 * 60_000;
const eventLifetimeMs = 3 * 24 * 60 * 60_000;

export type { MessageFilter, MessageRow };

/** Lists sent, waiting and failed messages, newest first, with recipient and result, never with their content. */
export function listMessages(ctx: ProjectContext, filter: MessageFilter): Promise<MessageRow[]> {
  // Searching for a rare kind or recipient may read all messages.
  return listMessageRows(slowReads(ctx.db), ctx.project.id, filter);
}

export interface EventDelivery extends MessageRow {
  /** The JSON that is sent. */
  body: string;
}

/** Loads an event with its body. Returns `undefined` when the event no longer exists. */
export async function loadEvent(ctx: ProjectContext, id: string): Promise<EventDelivery | undefined> {
  const row = await findEventRow(ctx.db, ctx.project.id, id);
  if (!row) return undefined;
  const { content, claimedBy: _, ...rest } = row;
  return { ...rest, body: ctx.sealer.unseal(content, contentPurpose(row.projectId, row.id)) };
}

/** Sends an event once more, under the same ID. Returns `false` when the event no longer exists. */
export async function replayEvent(ctx: ProjectContext, id: string): Promise<boolean> {
  const row = await findEventRow(ctx.db, ctx.project.id, id);
  if (!row) return false;
  const now = ctx.now();
  await reviveEventRow(ctx.db, ctx.project.id, id, { nextAttemptAt: now, expiresAt: now + eventLifetimeMs });
  afterCommit(() => ctx.outbox.wake(ctx.project.id));
  return true;
}

/** The reason why a message cannot be tried again. `undefined`: no such message. */
export type Revival = 'waiting' | 'notDead' | 'tooOld';

/** Tries a dead message again, with as many attempts as a new one. Events get three more days. */
export async function reviveMessage(ctx: ProjectContext, id: string): Promise<Revival | undefined> {
  const [row] = await listMessageRows(ctx.db, ctx.project.id, { id, limit: 1 });
  if (!row) return undefined;
  if (row.status !== 'dead') return 'notDead';
  const isRevived =
    row.channel === 'webhook'
      ? await replayEvent(ctx, id)
      : await reviveDeadRow(ctx.db, ctx.project.id, id, ctx.now());
  if (!isRevived) return 'tooOld';
  afterCommit(() => ctx.outbox.wake(ctx.project.id));
  return 'waiting';
}

export async function deleteForgottenMessages(ctx: ServiceContext): Promise<void> {
  await eraseExpiredContents(ctx.db, ctx.now());
  await deleteOldRows(ctx.db, ctx.now() - retentionMs);
  await deleteOldLimits(ctx.db, ctx.now() - limitMemoryMs);
}
