import type { ProjectContext } from '../../core/context.ts';
import { newId } from '../../core/ids.ts';
import { webhookPurpose } from './deliver-event.ts';
import { webhooksKey } from './enqueue-events.ts';
import { newWebhookSecret } from './sign.ts';
import {
  deleteWebhookRow,
  findWebhookRow,
  insertWebhookRow,
  listWebhookRows,
  updateWebhookRow,
  type WebhookRow,
} from './store.ts';

export interface Webhook {
  id: string;
  name: string;
  url: string;
  /** The chosen events; if empty, every event. */
  events: string[];
  isEnabled: boolean;
  createdAt: number;
}

export type WebhookSettings = Pick<Webhook, 'name' | 'url' | 'events' | 'isEnabled'>;

/** Adds a webhook and returns its secret, which is shown only once. */
export async function addWebhook(ctx: ProjectContext, settings: WebhookSettings) {
  const now = ctx.now();
  const id = newId('W', now);
  const secret = newWebhookSecret();
  const sealedSecret = ctx.sealer.seal(secret, webhookPurpose(ctx.project.id, id));
  const row = { projectId: ctx.project.id, id, ...toColumns(settings), sealedSecret, createdAt: now };
  await insertWebhookRow(ctx.db, row);
  return { webhook: toWebhook(row), secret };
}

/** Returns `undefined` when the webhook does not exist. */
export async function changeWebhook(
  ctx: ProjectContext,
  id: string,
  settings: WebhookSettings,
): Promise<Webhook | undefined> {
  await updateWebhookRow(ctx.db, ctx.project.id, id, toColumns(settings));
  const row = await findWebhookRow(ctx.db, ctx.project.id, id);
  return row && toWebhook(row);
}

/** Replaces the secret. From now on, events are signed with the new one only. */
export async function replaceWebhookSecret(ctx: ProjectContext, id: string): Promise<string | undefined> {
  const secret = newWebhookSecret();
  const sealedSecret = ctx.sealer.seal(secret, webhookPurpose(ctx.project.id, id));
  return (await updateWebhookRow(ctx.db, ctx.project.id, id, { sealedSecret })) ? secret : undefined;
}

export function removeWebhook(ctx: ProjectContext, id: string): Promise<boolean> {
  return deleteWebhookRow(ctx.db, ctx.project.id, id);
}

export async function listWebhooks(ctx: ProjectContext): Promise<Webhook[]> {
  return (await listWebhookRows(ctx.db, ctx.project.id)).map(toWebhook);
}

/** Call it after the commit of a change: this instance follows at once, others within seconds. */
export function forgetWebhooks(ctx: ProjectContext): void {
  ctx.cache.forget(webhooksKey(ctx.project.id));
}

function toColumns({ name, url, events, isEnabled }: WebhookSettings) {
  return { name, url, events: JSON.stringify(events), enabled: isEnabled ? (1 as const) : (0 as const) };
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    isEnabled: row.enabled === 1,
    createdAt: row.createdAt,
  };
}
