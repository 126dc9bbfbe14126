import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isWebUrl } from '../../../core/url.ts';
import { type EventDelivery, loadEvent, replayEvent } from '../../../delivery/history.ts';
import { enqueueTestEvent } from '../../../delivery/webhook/enqueue-events.ts';
import { eventFilters } from '../../../delivery/webhook/events.ts';
import {
  addWebhook,
  changeWebhook,
  forgetWebhooks,
  listWebhooks,
  removeWebhook,
  replaceWebhookSecret,
  type Webhook,
  type WebhookSettings,
} from '../../../delivery/webhook/webhooks.ts';
import { afterCommit, transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';

/** Lists the webhooks, oldest first. */
export function loadWebhooks(ctx: ProjectContext): Promise<Webhook[]> {
  return listWebhooks(ctx);
}

/** The limit for a project: each webhook adds a row for every event. */
const maxWebhooks = 20;

/** Creates a webhook. Only this response contains the secret. */
export async function createWebhook(ctx: ProjectContext, input: WebhookSettings) {
  const settings = readSettings(input);
  const created = await transaction(ctx, async (ctx) => {
    if ((await listWebhooks(ctx)).length >= maxWebhooks) {
      throw new ServiceError(
        'E011004',
        `A project can have at most ${maxWebhooks} webhooks. Delete one first`,
      );
    }
    const created = await addWebhook(ctx, settings);
    const { id, url, events } = created.webhook;
    await recordAudit(ctx, { action: 'WebhookCreated', data: { id, url, events } });
    return created;
  });
  afterCommit(() => forgetWebhooks(ctx));
  return created;
}

/** Replaces the settings of a webhook and keeps its secret. */
export async function updateWebhook(
  ctx: ProjectContext,
  id: string,
  input: WebhookSettings,
): Promise<Webhook> {
  const settings = readSettings(input);
  const webhook = await transaction(ctx, async (ctx) => {
    const webhook = await changeWebhook(ctx, id, settings);
    if (!webhook) throw new ServiceError('E113301');
    await recordAudit(ctx, {
      action: 'WebhookModified',
      data: { id, url: webhook.url, events: webhook.events },
    });
    return webhook;
  });
  afterCommit(() => forgetWebhooks(ctx));
  return webhook;
}

export async function rotateWebhookSecret(ctx: ProjectContext, id: string): Promise<string> {
  return transaction(ctx, async (ctx) => {
    const secret = await replaceWebhookSecret(ctx, id);
    if (secret === undefined) throw new ServiceError('E113301');
    await recordAudit(ctx, { action: 'WebhookModified', data: { id, secret: 'replaced' } });
    return secret;
  });
}

/** Deletes a webhook and discards its pending events. */
export async function deleteWebhook(ctx: ProjectContext, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    if (!(await removeWebhook(ctx, id))) throw new ServiceError('E113301');
    await recordAudit(ctx, { action: 'WebhookDeleted', data: { id } });
  });
  forgetWebhooks(ctx);
}

/** Sends an event again. Throws E113201 if there is no such event, or if it was deleted after 30 days. */
export async function replayWebhookEvent(ctx: ProjectContext, messageId: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    if (!(await replayEvent(ctx, messageId))) throw new ServiceError('E113201');
    await recordAudit(ctx, { action: 'WebhookReplayed', data: { messageId } });
  });
}

/** Loads an event with what was sent and answered. Throws E113201 if there is none, or if it was deleted after 30 days. */
export async function loadDelivery(ctx: ProjectContext, messageId: string): Promise<EventDelivery> {
  const delivery = await loadEvent(ctx, messageId);
  if (!delivery) throw new ServiceError('E113201');
  return delivery;
}

/** Queues a test event and returns the ID of the message. */
export function sendTestEvent(ctx: ProjectContext, id: string): Promise<string> {
  return transaction(ctx, async (ctx) => {
    const webhook = (await listWebhooks(ctx)).find((webhook) => webhook.id === id);
    if (!webhook) throw new ServiceError('E113301');
    if (!webhook.isEnabled) {
      throw new ServiceError('E011004', 'The webhook is disabled and would not receive it. Enable it first');
    }
    await recordAudit(ctx, { action: 'WebhookTested', data: { id } });
    return enqueueTestEvent(ctx, id);
  });
}

function readSettings({ name, url, events, isEnabled }: WebhookSettings): WebhookSettings {
  if (!isWebUrl(url)) throw new ServiceError('E011004', 'url must be an absolute https URL');
  const unknown = events.find((event) => !eventFilters.includes(event));
  if (unknown !== undefined) {
    throw new ServiceError(
      'E011004',
      `events contains the unknown event ${unknown.slice(0, 64)}. Use only ${eventFilters.join(', ')}`,
    );
  }
  return { name, url, events: [...new Set(events)], isEnabled };
}
