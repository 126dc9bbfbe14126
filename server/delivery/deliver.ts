import type { ServiceContext } from '../core/context.ts';
import { OutboundError } from '../core/outbound.ts';
import type { Connector } from './connectors/connector.ts';
import { loadConnector } from './connectors/connectors.ts';
import { DeliveryError } from './delivery-error.ts';
import { createSmtpPools, type SmtpPools } from './email/pools.ts';
import { type Content, contentPurpose, type MessageChannel, type Receipt } from './message.ts';
import { sendByHttp } from './sms/http.ts';
import { sendByTwilio } from './sms/twilio.ts';
import type { OutboxRow } from './store.ts';
import { deliverEvent } from './webhook/deliver-event.ts';

/** One attempt. Throws a DeliveryError when it failed. */
export async function deliver(ctx: ServiceContext, row: OutboxRow, pools: SmtpPools): Promise<Receipt> {
  try {
    const content = ctx.sealer.unseal(row.content, contentPurpose(row.projectId, row.id));
    if (row.channel === 'webhook') return await deliverEvent(ctx, row, content);
    return await deliverMessage(ctx, row, row.channel, JSON.parse(content) as Content, pools);
  } catch (error) {
    if (error instanceof OutboundError) throw new DeliveryError(error.message);
    throw error;
  }
}

async function deliverMessage(
  ctx: ServiceContext,
  row: OutboxRow,
  channel: MessageChannel,
  content: Content,
  pools: SmtpPools,
): Promise<Receipt> {
  const connector = await loadConnector(ctx, row.projectId, channel);
  if (!connector) {
    if (ctx.mode === 'development') return { via: 'inbox', response: '' };
    throw new DeliveryError(`the project has no connector for ${channel}`);
  }
  const message = { id: row.id, to: row.recipient, content };
  try {
    const response =
      connector.provider === 'smtp'
        ? await pools.send(row.projectId, connector, message)
        : await sendSms(ctx, connector, message);
    return { via: connector.provider, response: withoutSecrets(response, content) };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw new DeliveryError(withoutSecrets(error.message, content), error);
  }
}

/** Some providers repeat what they were sent, and their words are kept longer than a code is: it is taken out. */
function withoutSecrets(words: string, { text }: Content): string {
  const secrets = text.match(/[\w-]{16,}|\d{6,}/g) ?? [];
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), words);
}

/** Past the outbox, over a connection of its own. Throws a DeliveryError when it failed. */
export async function sendNow(ctx: ServiceContext, connector: Connector, message: Message): Promise<string> {
  const pools = createSmtpPools(ctx);
  try {
    if (connector.provider === 'smtp') return await pools.send('', connector, message);
    return await sendSms(ctx, connector, message);
  } catch (error) {
    if (error instanceof OutboundError) throw new DeliveryError(error.message);
    throw error;
  } finally {
    pools.close();
  }
}

interface Message {
  id: string;
  to: string;
  content: Content;
}

function sendSms(
  { fetch }: ServiceContext,
  connector: Exclude<Connector, { provider: 'smtp' }>,
  message: Message,
): Promise<string> {
  return connector.provider === 'twilio'
    ? sendByTwilio(fetch, connector, message)
    : sendByHttp(fetch, connector, message);
}
