import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { DeliveryError } from '../../../delivery/delivery-error.ts';
import { recordAudit } from '../audit/record.ts';
import { unsealReceiver } from './audit-stream.ts';
import { testEvent } from './cloud-event.ts';
import { sendBatch } from './send-batch.ts';
import { findStreamRow } from './store.ts';

/**
 * Sends one event that is not in the log while the administrator waits. The stream stays where it is. Returns the
 * receiver's response; on failure, E113502 contains the receiver's own words.
 */
export async function testStream(ctx: ProjectContext, id: string): Promise<string> {
  const projectId = ctx.project.id;
  const row = await findStreamRow(ctx.db, { projectId, id });
  if (!row) throw new ServiceError('E113501');
  const occurredAt = ctx.now();
  const event = testEvent(ctx, { projectId, id: newId('A', occurredAt), occurredAt });
  const batch = { id: `${id}.test-${occurredAt}`, events: [event] };
  let outcome: { response: string } | { error: string };
  try {
    outcome = { response: await sendBatch(ctx, unsealReceiver(ctx.sealer, row), batch) };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    outcome = { error: error.message };
  }
  await recordAudit(ctx, { action: 'AuditStreamTested', data: { id, ...outcome } });
  if ('error' in outcome) throw new ServiceError('E113502', outcome.error);
  return outcome.response;
}
