import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { reviveMessage } from '../../../delivery/history.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';

/** Retries a message. Throws E113201 for an unknown message, and E113202 if it has not failed or has expired. */
export async function retryMessage(ctx: ProjectContext, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const revival = await reviveMessage(ctx, id);
    if (!revival) throw new ServiceError('E113201');
    if (revival === 'notDead')
      throw new ServiceError('E113202', 'Only a message with the status dead can be retried');
    if (revival === 'tooOld') {
      throw new ServiceError('E113202', 'The message has expired and its content is deleted. Send a new one');
    }
    await recordAudit(ctx, { action: 'MessageRetried', data: { messageId: id } });
  });
}
