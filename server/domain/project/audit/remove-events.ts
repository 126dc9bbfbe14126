import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { countEvents } from '../activity/count-events.ts';
import { chunkOf } from './blocks/chunk.ts';
import { deleteLeftRows } from './blocks/merge-blocks.ts';
import { deleteBlocksBefore } from './blocks/store-blocks.ts';
import { recordAudit } from './record.ts';
import { ensureAuditKey } from './sealing/audit-key.ts';
import { sealPending } from './sealing/seal-events.ts';
import { signStatement } from './sealing/signature.ts';
import {
  advanceRemoval,
  deleteSealedEvents,
  deleteSeals,
  findHead,
  findRemoval,
  listSealedEvents,
} from './sealing/store-chain.ts';

/** The number of rows removed in one transaction. */
const removedAtOnce = 500;

/**
 * Removes the start of the log: all rows before the first one that is not older than `before`. Leaves a signed
 * statement in their place, and records an event with the caller. Returns the number of removed rows.
 */
export async function removeEvents(ctx: ProjectContext, before: number): Promise<number> {
  const removed = await removeStart(ctx, before);
  // In small steps, and after their blocks, without which no search reads them.
  await deleteLeftRows(ctx.db, ctx.project.id);
  return removed;
}

async function removeStart(ctx: ProjectContext, before: number): Promise<number> {
  const projectId = ctx.project.id;
  await sealPending(ctx, projectId);
  // Removed events can no longer be counted.
  await countEvents(ctx, projectId);
  const { signing } = await ensureAuditKey(ctx, projectId);
  const head = await findHead(ctx.db, projectId);
  let after = (await findRemoval(ctx.db, projectId))?.sequence ?? 0;
  let removed = 0;
  for (;;) {
    const range = { after, upTo: head?.lastSequence ?? 0, limit: removedAtOnce };
    const rows = await listSealedEvents(ctx.db, projectId, range);
    const kept = rows.findIndex(({ occurredAt }) => occurredAt >= before);
    const count = kept === -1 ? rows.length : kept;
    const last = rows[count - 1];
    if (!last) return removed;
    const sequence = last.sequence!;
    const removal = { projectId, sequence, hash: last.hash!, removedAt: ctx.now() };
    const { keyId, signature } = signStatement(signing, { purpose: 'removal', ...removal });
    const isFirst = removed === 0;
    const hasAdvanced = await transaction(ctx, async (ctx) => {
      if (!(await advanceRemoval(ctx.db, { ...removal, keyId, signature }))) return false;
      await deleteSealedEvents(ctx.db, projectId, sequence);
      await deleteBlocksBefore(ctx.db, projectId, chunkOf(sequence + 1));
      await deleteSeals(ctx.db, projectId, { upTo: sequence, before: head!.firstSequence });
      if (isFirst) await recordAudit(ctx, { action: 'AuditEventsRemoved', data: { before } });
      return true;
    });
    if (!hasAdvanced) return removed;
    removed += count;
    if (kept !== -1) return removed;
    after = sequence;
  }
}
