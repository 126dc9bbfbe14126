import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ensureAuditKey } from '../sealing/audit-key.ts';
import { beginning, canonicalJson, chainedEvent, type Link } from '../sealing/canonical.ts';
import { sealPending } from '../sealing/seal-events.ts';
import { signedRemoval, signedSeal, signStatement } from '../sealing/signature.ts';
import { findHead, findRemoval, listSealedEvents, listSeals, type SealRow } from '../sealing/store-chain.ts';

const pageSize = 500;

/**
 * Yields the lines of an export: the end of the chain, then its events in order, and each seal after the last event
 * that it covers. Writes the rows of the database without checking them; `verifyExport` does that elsewhere.
 */
export async function* exportLog(ctx: ProjectContext): AsyncGenerator<string> {
  const projectId = ctx.project.id;
  await sealPending(ctx, projectId);
  const { signing } = await ensureAuditKey(ctx, projectId);
  const head = await findHead(ctx.db, projectId);
  const removal = await findRemoval(ctx.db, projectId);
  const { sequence, hash }: Link = head ? { sequence: head.lastSequence, hash: head.hash } : beginning;
  const exportedAt = ctx.now();
  yield canonicalJson(
    signStatement(signing, { purpose: 'export', version: 1, projectId, sequence, hash, exportedAt }),
  );
  if (removal) yield canonicalJson(signedRemoval(removal));
  if (!head) return;
  let written = removal?.sequence ?? 0;
  for await (const seal of sealsUpTo(ctx, head)) {
    // The events that it covers were removed.
    if (seal.lastSequence < written) continue;
    yield* eventLines(ctx, written, seal.lastSequence);
    yield canonicalJson(signedSeal(seal));
    written = seal.lastSequence;
  }
}

/** Yields seals up to `head`, which comes last in the state in which it was found, because the log grows meanwhile. */
async function* sealsUpTo(ctx: ProjectData, head: SealRow): AsyncGenerator<SealRow> {
  let after = 0;
  for (;;) {
    const range = { after, before: head.firstSequence, limit: pageSize };
    const seals = await listSeals(ctx.db, ctx.project.id, range);
    yield* seals;
    if (seals.length < pageSize) break;
    after = seals.at(-1)!.firstSequence;
  }
  yield head;
}

async function* eventLines(ctx: ProjectData, after: number, upTo: number): AsyncGenerator<string> {
  for (;;) {
    const rows = await listSealedEvents(ctx.db, ctx.project.id, { after, upTo, limit: pageSize });
    for (const { sequence, previousHash, hash, ...row } of rows) {
      const place = { sequence: sequence ?? 0, previousHash: previousHash ?? '' };
      yield canonicalJson({ event: chainedEvent(row, place), hash: hash ?? '' });
    }
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.sequence!;
  }
}
