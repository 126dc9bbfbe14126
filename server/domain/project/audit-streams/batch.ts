import type { ServiceContext } from '../../../core/context.ts';
import { DeliveryError } from '../../../delivery/delivery-error.ts';
import { findEnds, readChain, type SealedEvent } from '../audit/read-chain.ts';
import type { StreamRow } from './audit-stream.ts';
import { type CloudEvent, toCloudEvent } from './cloud-event.ts';

export interface Batch {
  /** The batch's ID, which stays the same in each attempt to send the same events. */
  id: string;
  /** In the order of the chain. */
  events: CloudEvent[];
}

/** Consecutive events of the chain. */
export interface ChainBatch extends Batch {
  /** The number of the last event. */
  lastSequence: number;
  isLast: boolean;
}

const maxEvents = 200;
/** Small enough for the usual limits of receivers. An event has 10 KiB at most. */
const maxBytes = 256 * 1024;

/** Returns the next events of a stream, or `undefined` if there are none. */
export async function readBatch(ctx: ServiceContext, stream: StreamRow): Promise<ChainBatch | undefined> {
  const { projectId, id, sentSequence } = stream;
  // After a failure fewer at once, for a receiver that is slow or accepts less.
  const limit = Math.max(1, maxEvents >> Math.min(stream.attempts, 8));
  const rows = await readChain(ctx, projectId, { after: sentSequence, limit });
  const [first] = rows;
  if (!first) return undefined;
  if (first.sequence !== sentSequence + 1) await refuseGap(ctx, stream, first);
  const events: CloudEvent[] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const event = toCloudEvent(ctx, row);
    bytes += event.json.length;
    if (row.sequence !== first.sequence + index || (index > 0 && bytes > maxBytes)) break;
    events.push(event);
  }
  const lastSequence = first.sequence + events.length - 1;
  return {
    id: `${id}.${first.sequence}-${lastSequence}`,
    events,
    lastSequence,
    isLast: events.length === rows.length && rows.length < limit,
  };
}

/** A gap is allowed only where rows were removed on purpose. Sending on would hide it. */
async function refuseGap(ctx: ServiceContext, stream: StreamRow, first: SealedEvent): Promise<void> {
  const { removed } = await findEnds(ctx, stream.projectId);
  const expected = Math.max(stream.sentSequence, removed) + 1;
  if (first.sequence !== expected)
    throw new DeliveryError(
      `row ${expected} of the audit log is missing: the next one is row ${first.sequence}. ` +
        'Verify an export of the log with `latchkey audit verify`',
    );
}
