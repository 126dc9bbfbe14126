import type { ProjectContext } from '../../../../core/context.ts';
import { ensureAuditKey } from '../sealing/audit-key.ts';
import { beginning, canonicalJson, chainedEvent, type Link } from '../sealing/canonical.ts';
import { sealPending } from '../sealing/seal-events.ts';
import { signedRemoval, signedSeal, signStatement } from '../sealing/signature.ts';
import { findHead, findRemoval, listSealedEvents, listSeals, type SealRow } from '../sealing/store-chain.ts';

const pageSize = 500;

/**
 * The lines of an export: where the chain ends, then its events in their order, and each seal behind the last event
 * that it covers. What is in the database is written as it is: to judge it is for `verifyExport`, elsewhere.
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
    // What it covers was removed.
    if (seal.lastSequence < written) continue;
    yield* eventLines(ctx, written, seal.lastSequence);
    yield canonicalJson(signedSeal(seal));
    written = seal.lastSequence;
  }
}

/** `head` itself is the last one, as it was found: it grows meanwhile. */
async function* sealsUpTo(ctx: ProjectContext, head: SealRow): AsyncGenerator<SealRow> {
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

async function* eventLines(ctx: ProjectContext, after: number, upTo: number): AsyncGenerator<string> {
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
