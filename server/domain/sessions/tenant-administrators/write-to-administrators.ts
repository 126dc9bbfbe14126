import type { ProjectContext } from '../../../core/context.ts';
import type { MessageData, MessageKind } from '../../../delivery/message.ts';
import { canDeliver, enqueueMessage } from '../../../delivery/outbox.ts';
import { listVerifiedAddresses } from './store.ts';

/** Writes a mail to each administrator of the tenant who has a verified address. Part of the transaction of what the mail is about. */
export async function writeToAdministrators<K extends MessageKind>(
  ctx: ProjectContext,
  tenantId: string,
  message: { kind: K; data: MessageData[K] },
): Promise<void> {
  if (!(await canDeliver(ctx, 'email'))) return;
  for (const { userId, email } of await listVerifiedAddresses(ctx.db, ctx.project.id, tenantId))
    await enqueueMessage(ctx, { ...message, channel: 'email', to: email, userId });
}
