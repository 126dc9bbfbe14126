import type { ServiceContext } from '../../../../core/context.ts';
import { failureOf } from '../../../../storage/failure.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { ensureAuditKey } from './audit-key.ts';
import { beginning, canonicalJson, chainedEvent, type EventRow, type Link, sha256 } from './canonical.ts';
import { isSignedBy, signedSeal, signStatement } from './signature.ts';
import {
  type EventSeal,
  findHead,
  listUnsealedEvents,
  moveHead,
  type SealRow,
  sealEvents,
} from './store-chain.ts';

export type SealingContext = Pick<ServiceContext, 'db' | 'now' | 'sealer'>;

/** The number of events in one transaction, which occupies the event loop for some milliseconds. */
export const batchSize = 250;

/** A seal with this number of rows stays as it is, and the next one starts. */
const fullSealRows = 1_000;

/** The chain was changed without the key. Continuing would vouch for the change. */
class AlteredChainError extends Error {
  constructor(projectId: string, what: string) {
    super(`the audit log of ${projectId} was altered: ${what}. It is no longer sealed`);
  }
}

class LostRaceError extends Error {}

/**
 * Appends one batch of unsealed events to the project's chain, in the order in which they are found, so that an
 * event of a long transaction comes after some that happened later.
 *
 * Returns `lost` if another process has sealed in the meantime; nothing is written then.
 */
export async function sealBatch(ctx: SealingContext, projectId: string): Promise<number | 'lost'> {
  // Reads the head first: events that another process seals after it are then no longer found as unsealed.
  const head = await findHead(ctx.db, projectId);
  const rows = await listUnsealedEvents(ctx.db, projectId, batchSize);
  if (rows.length === 0) return 0;
  const { signing, known } = await ensureAuditKey(ctx, projectId);
  if (head && !isSignedBy(known, signedSeal(head))) {
    throw new AlteredChainError(
      projectId,
      `the audit key has not signed the head at row ${head.lastSequence}`,
    );
  }
  const events = linkEvents(rows, head ? { sequence: head.lastSequence, hash: head.hash } : beginning);
  const next = nextSeal(ctx, { projectId, head, last: events.at(-1)!, signing });
  try {
    return await transaction(ctx, async (ctx) => {
      if (!(await moveHead(ctx.db, head, next))) return 'lost';
      const sealed = await sealEvents(ctx.db, projectId, events);
      if (sealed !== events.length) throw new LostRaceError();
      return sealed;
    });
  } catch (error) {
    if (error instanceof LostRaceError) return 'lost';
    if (failureOf(error) === 'unique')
      throw new AlteredChainError(projectId, 'there are rows after the head');
    throw error;
  }
}

/** Seals all events that exist at the start, even while other processes seal. */
export async function sealPending(ctx: SealingContext, projectId: string): Promise<void> {
  for (;;) {
    const sealed = await sealBatch(ctx, projectId);
    if (sealed !== 'lost' && sealed < batchSize) return;
  }
}

function linkEvents(rows: EventRow[], head: Link): EventSeal[] {
  const events: EventSeal[] = [];
  let previous = head;
  for (const row of rows) {
    const place = { sequence: previous.sequence + 1, previousHash: previous.hash };
    const event = { id: row.id, ...place, hash: sha256(canonicalJson(chainedEvent(row, place))) };
    events.push(event);
    previous = event;
  }
  return events;
}

function nextSeal(
  { now }: SealingContext,
  {
    projectId,
    head,
    last,
    signing,
  }: {
    projectId: string;
    head: SealRow | undefined;
    last: Link;
    signing: Parameters<typeof signStatement>[0];
  },
): SealRow {
  const { sequence, hash } = last;
  const sealedAt = now();
  const { keyId, signature } = signStatement(signing, {
    purpose: 'seal',
    projectId,
    sequence,
    hash,
    sealedAt,
  });
  const firstSequence = head && !isFull(head) ? head.firstSequence : (head?.lastSequence ?? 0) + 1;
  return { projectId, firstSequence, lastSequence: sequence, hash, sealedAt, keyId, signature };
}

function isFull({ firstSequence, lastSequence }: SealRow): boolean {
  return lastSequence - firstSequence + 1 >= fullSealRows;
}
