import type { ServiceContext } from '../../../core/context.ts';
import { DeliveryError } from '../../../delivery/delivery-error.ts';
import { retryDelay } from '../../../delivery/retry-delay.ts';
import { type StreamRow, unsealReceiver } from './audit-stream.ts';
import { readBatch } from './batch.ts';
import { sendBatch } from './send-batch.ts';
import { claimStream, updateClaimedStream } from './store.ts';

/** The maximum delay of a stream after its instance was killed. Longer than an attempt. */
export const claimMs = 30_000;

const longestDelayMs = 5 * 60_000;

/** After so many batches, streams that have waited longer come first. */
const batchesInTurn = 20;

const released = { claimedBy: '', claimedUntil: 0 };

export interface Sending {
  service: ServiceContext;
  /** The name of the instance, for its claims. */
  holder: string;
  isStopping: boolean;
}

/**
 * Sends what a stream has not sent yet, batch by batch, and reports whether more is left. Does nothing if another instance
 * is sending it.
 */
export async function takeTurn(sending: Sending, key: Pick<StreamRow, 'projectId' | 'id'>): Promise<boolean> {
  const { service, holder } = sending;
  const now = service.now();
  const claimed = await claimStream(service.db, key, { holder, now, until: now + claimMs });
  if (!claimed) return false;
  try {
    return await sendClaimed(sending, claimed);
  } catch (error) {
    await recordFailure(service, claimed, error as Error);
    return false;
  }
}

async function sendClaimed(sending: Sending, claimed: StreamRow): Promise<boolean> {
  const { service } = sending;
  const receiver = unsealReceiver(service.sealer, claimed);
  for (let count = 1; ; count += 1) {
    const batch = await readBatch(service, claimed);
    if (!batch) {
      await updateClaimedStream(service.db, claimed, released);
      return false;
    }
    await sendBatch(service, receiver, batch);
    const now = service.now();
    const isOver = batch.isLast || count >= batchesInTurn || sending.isStopping;
    const sent = {
      sentSequence: batch.lastSequence,
      lastSentAt: now,
      attempts: 0,
      nextAttemptAt: now,
      failingSince: null,
      lastError: '',
    };
    const claim = isOver ? released : { claimedUntil: now + claimMs };
    // Otherwise another instance has taken over, and sends the same events again.
    const isOurs = await updateClaimedStream(service.db, claimed, { ...sent, ...claim });
    if (!isOurs || isOver) return isOurs && !batch.isLast;
    Object.assign(claimed, sent);
  }
}

async function recordFailure(service: ServiceContext, claimed: StreamRow, error: Error): Promise<void> {
  const isForeign = error instanceof DeliveryError;
  const { projectId, id } = claimed;
  if (!isForeign) {
    service.counters.count('latchkey_background_errors_total', { task: 'streaming' });
    service.log.error({ err: error, projectId, stream: id }, 'sending audit events failed');
  }
  const attempts = claimed.attempts + 1;
  const now = service.now();
  await updateClaimedStream(service.db, claimed, {
    attempts,
    nextAttemptAt: now + retryDelay(attempts, longestDelayMs),
    failingSince: claimed.failingSince ?? now,
    lastError: isForeign ? error.message : 'an error occurred in this service; see its log',
    ...released,
  });
}
