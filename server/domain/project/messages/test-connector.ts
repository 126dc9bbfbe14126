import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { loadConnector } from '../../../delivery/connectors/connectors.ts';
import { sendNow } from '../../../delivery/deliver.ts';
import { DeliveryError } from '../../../delivery/delivery-error.ts';
import type { MessageChannel } from '../../../delivery/message.ts';
import { isRecipient } from '../../../delivery/recipient.ts';
import { renderMessage } from '../../../delivery/templates/render-message.ts';
import { recordAudit } from '../audit/record.ts';

/**
 * Sends a test message while the administrator waits, past the outbox. Returns the server's response; on failure,
 * E113003 contains the server's own words.
 */
export async function testConnector(
  ctx: ProjectContext,
  { channel, to, locale }: { channel: MessageChannel; to: string; locale?: string | undefined },
): Promise<string> {
  if (!isRecipient(channel, to)) {
    const example =
      channel === 'email'
        ? 'an email address such as name@example.com'
        : 'a phone number such as +12025550123';
    throw new ServiceError('E011003', `to must be ${example}`);
  }
  const connector = await loadConnector(ctx, ctx.project.id, channel);
  if (!connector)
    throw new ServiceError('E113002', 'The channel has no connector. Set one before testing it');
  const now = ctx.now();
  const content = await renderMessage(ctx, { kind: 'test', channel, locale, data: {}, expiresAt: now });
  let outcome: { response: string } | { error: string };
  try {
    const message = { id: newId('M', now), to, content };
    outcome = { response: await sendNow(ctx, connector, message) };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    outcome = { error: error.message };
  }
  await recordAudit(ctx, {
    action: 'ConnectorTested',
    method: connector.provider,
    data: { channel, to, ...outcome },
  });
  if ('error' in outcome) throw new ServiceError('E113003', outcome.error);
  return outcome.response;
}
