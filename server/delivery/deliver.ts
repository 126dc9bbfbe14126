import type { ServiceContext } from '../core/context.ts';
import type { Connector } from './connectors/connector.ts';
import { loadConnector } from './connectors/connectors.ts';
import { providerNamed } from './connectors/providers.ts';
import { DeliveryError } from './delivery-error.ts';
import { createSmtpPools, type SmtpPools } from './email/pools.ts';
import { deliverLogout } from './logout.ts';
import {
  type Content,
  contentPurpose,
  type MessageChannel,
  type OutgoingMessage,
  type Receipt,
} from './message.ts';
import { refuseHeld } from './refuse-held.ts';
import { longEnough, secretsIn, withCleanText } from './response-text.ts';
import type { OutboxRow } from './store.ts';
import { deliverEvent } from './webhook/deliver-event.ts';

/** Makes one attempt. Throws a DeliveryError when it fails. */
export async function deliver(ctx: ServiceContext, row: OutboxRow, pools: SmtpPools): Promise<Receipt> {
  const content = ctx.sealer.unseal(row.content, contentPurpose(row.projectId, row.id));
  if (row.channel === 'webhook') {
    return { via: 'webhook', response: await deliverEvent(ctx, row, content) };
  }
  if (row.channel === 'logout') {
    return { via: 'logout', response: await withCleanText([], () => deliverLogout(ctx, row, content)) };
  }
  return deliverMessage(ctx, row, row.channel, JSON.parse(content) as Content, pools);
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
  const response = await send(ctx, connector, { pools, projectId: row.projectId, message });
  return { via: connector.provider, response };
}

/** Sends a message without the outbox, over a separate connection. Throws a DeliveryError when it fails. */
export async function sendNow(
  ctx: ServiceContext,
  connector: Connector,
  message: OutgoingMessage,
): Promise<string> {
  refuseHeld(ctx);
  const pools = createSmtpPools(ctx);
  try {
    return await send(ctx, connector, { pools, projectId: '', message });
  } finally {
    pools.close();
  }
}

function send(
  ctx: ServiceContext,
  connector: Connector,
  { pools, projectId, message }: { pools: SmtpPools; projectId: string; message: OutgoingMessage },
): Promise<string> {
  const provider = providerNamed(connector.provider);
  const secrets = [...longEnough(provider.secretForms(connector)), ...secretsIn(message.content.text)];
  const sending = { fetch: ctx.fetch, pools, projectId };
  return withCleanText(secrets, () => provider.send(sending, connector, message));
}
