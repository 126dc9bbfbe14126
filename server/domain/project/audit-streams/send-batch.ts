import type { ServiceContext } from '../../../core/context.ts';
import { refuseHeld } from '../../../delivery/refuse-held.ts';
import type { Receiver } from './audit-stream.ts';
import type { Batch } from './batch.ts';
import { sendOverHttp } from './send-http.ts';
import { sendOverSyslog } from './send-syslog.ts';

/**
 * Sends events and returns the receiver's own words. Throws a DeliveryError unless the receiver has confirmed all
 * of them.
 */
export async function sendBatch(ctx: ServiceContext, receiver: Receiver, batch: Batch): Promise<string> {
  refuseHeld(ctx);
  return receiver.kind === 'http' ? sendOverHttp(ctx, receiver, batch) : sendOverSyslog(ctx, receiver, batch);
}
