import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isWebUrl } from '../../../core/url.ts';
import { replayEvent } from '../../../delivery/history.ts';
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

/** The oldest first. */
export function loadWebhooks(ctx: ProjectContext): Promise<Webhook[]> {
  return listWebhooks(ctx);
}

/** Every one of them is a row for each event. */
const maxWebhooks = 20;

/** The secret is answered here and never again. */
export async function createWebhook(ctx: ProjectContext, input: WebhookSettings) {
  const settings = readSettings(input);
  const created = await transaction(ctx, async (ctx) => {
    if ((await listWebhooks(ctx)).length >= maxWebhooks) {
      throw new ServiceError('E011004', `A project has at most ${maxWebhooks} webhooks`);
    }
    const created = await addWebhook(ctx, settings);
    const { id, url, events } = created.webhook;
    await recordAudit(ctx, { action: 'WebhookCreated', data: { id, url, events } });
    return created;
  });
  afterCommit(() => forgetWebhooks(ctx));
  return created;
}

/** Replaces its settings; the secret stays. */
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

/** What still waits for it is not sent. */
export async function deleteWebhook(ctx: ProjectContext, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    if (!(await removeWebhook(ctx, id))) throw new ServiceError('E113301');
    await recordAudit(ctx, { action: 'WebhookDeleted', data: { id } });
  });
  forgetWebhooks(ctx);
}

/** E113201 when there is no such event, or nothing of it is left after 30 days. */
export async function replayWebhookEvent(ctx: ProjectContext, messageId: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    if (!(await replayEvent(ctx, messageId))) throw new ServiceError('E113201');
    await recordAudit(ctx, { action: 'WebhookReplayed', data: { messageId } });
  });
}

function readSettings({ name, url, events, isEnabled }: WebhookSettings): WebhookSettings {
  if (!isWebUrl(url)) throw new ServiceError('E011004', 'url must be an absolute https address');
  const unknown = events.find((event) => !eventFilters.includes(event));
  if (unknown !== undefined) {
    throw new ServiceError(
      'E011004',
      `There is no event ${unknown.slice(0, 64)}: ${eventFilters.join(', ')}`,
    );
  }
  return { name, url, events: [...new Set(events)], isEnabled };
}
