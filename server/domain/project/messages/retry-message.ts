import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { reviveMessage } from '../../../delivery/history.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';

/** E113201 when there is no such message, E113202 when it is not dead, or has run out. */
export async function retryMessage(ctx: ProjectContext, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const revival = await reviveMessage(ctx, id);
    if (!revival) throw new ServiceError('E113201');
    if (revival === 'notDead') throw new ServiceError('E113202', 'Only a dead message can be tried again');
    if (revival === 'tooOld') {
      throw new ServiceError('E113202', 'The message has run out, and what it said is gone: send a new one');
    }
    await recordAudit(ctx, { action: 'MessageRetried', data: { messageId: id } });
  });
}
