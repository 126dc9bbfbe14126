import type { ProjectContext } from '../../../core/context.ts';
import { canDeliver, enqueueMessage, type MessageRequest } from '../../../delivery/outbox.ts';
import { listVerifiedAddresses } from './store.ts';

/** Writes a mail to each administrator of the tenant who has a verified address. Part of the transaction of what the mail is about. */
export async function writeToAdministrators<K extends MessageRequest['kind']>(
  ctx: ProjectContext,
  tenantId: string,
  message: Pick<MessageRequest<K>, 'kind' | 'data'>,
): Promise<void> {
  if (!(await canDeliver(ctx, 'email'))) return;
  for (const { userId, email } of await listVerifiedAddresses(ctx.db, ctx.project.id, tenantId))
    await enqueueMessage(ctx, { ...message, channel: 'email', to: email, userId });
}
