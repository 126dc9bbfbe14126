import type { Insertable } from 'kysely';
import type { ProjectContext } from '../../core/context.ts';
import { newId } from '../../core/ids.ts';
import type { Tables } from '../../storage/tables.ts';
import { afterCommit } from '../../storage/transaction.ts';
import { contentPurpose } from '../message.ts';
import { insertOutboxRows } from '../store.ts';
import { eventTypeOf, testEventType, wantsEvent } from './events.ts';
import { listWebhookRows } from './store.ts';

interface AuditRow {
  id: string;
  occurredAt: number;
  action: string;
  actorType: string;
  actorId: string;
  userId: string;
  tenantId: string;
  method: string;
  data: string;
}

interface Subscription {
  webhookId: string;
  events: string[];
}

/** The delay until another instance notices a project's first webhook. */
const cacheSeconds = 5;

const lifetimeMs = 3 * 24 * 60 * 60_000;
const rowsAtOnce = 500;

type Delivery = Insertable<Tables['outbox']>;

/**
 * Returns a row for each webhook that subscribes to the event. For a project without webhooks, it costs one
 * lookup in memory.
 */
export async function eventsToDeliver(ctx: ProjectContext, rows: readonly AuditRow[]): Promise<Delivery[]> {
  const subscriptions = await subscriptionsOf(ctx);
  if (subscriptions.length === 0) return [];
  return rows.flatMap((row) => {
    const type = eventTypeOf(row.action);
    if (type === undefined) return [];
    return subscriptions
      .filter(({ events }) => wantsEvent(events, type))
      .map(({ webhookId }) => toOutboxRow(ctx, webhookId, type, row));
  });
}

/** Call it in the transaction of the reported changes. */
export async function enqueueEvents(ctx: ProjectContext, deliveries: Delivery[]): Promise<void> {
  for (let i = 0; i < deliveries.length; i += rowsAtOnce) {
    await insertOutboxRows(ctx.db, deliveries.slice(i, i + rowsAtOnce));
  }
  for (const { id } of deliveries) ctx.tracing?.rememberMessage(id);
  afterCommit(() => ctx.outbox.wake(ctx.project.id));
}

/** Queues an event for one webhook, whatever it subscribes to, and returns the ID of the message. */
export async function enqueueTestEvent(ctx: ProjectContext, webhookId: string): Promise<string> {
  const delivery = toOutboxRow(ctx, webhookId, testEventType, {
    id: '',
    userId: '',
    tenantId: '',
    method: '',
    action: '',
    occurredAt: ctx.now(),
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    data: JSON.stringify({ message: 'This is a test event. Nothing has happened.' }),
  });
  await enqueueEvents(ctx, [delivery]);
  return delivery.id;
}

export function webhooksKey(projectId: string): string {
  return `webhooks:${projectId}`;
}

function subscriptionsOf(ctx: ProjectContext): Promise<Subscription[]> {
  const load = async () => {
    const rows = await listWebhookRows(ctx.db, ctx.project.id);
    return rows
      .filter((row) => row.enabled === 1)
      .map((row) => ({ webhookId: row.id, events: JSON.parse(row.events) as string[] }));
  };
  // The shared load may belong to a failing transaction, which does not concern this one.
  return ctx.cache.get(webhooksKey(ctx.project.id), cacheSeconds, load).catch(load);
}

/** Builds the payload of Standard Webhooks: a type, the time, and the records concerned. */
function toOutboxRow(ctx: ProjectContext, webhookId: string, type: string, row: AuditRow): Delivery {
  const now = ctx.now();
  const id = newId('M', now);
  const body = JSON.stringify({
    type,
    timestamp: new Date(row.occurredAt).toISOString(),
    data: {
      id: row.id,
      projectId: ctx.project.id,
      userId: row.userId,
      tenantId: row.tenantId,
      method: row.method,
      actor: { type: row.actorType, id: row.actorId },
      details: JSON.parse(row.data) as unknown,
    },
  });
  return {
    projectId: ctx.project.id,
    id,
    channel: 'webhook',
    kind: type,
    recipient: webhookId,
    userId: row.userId,
    status: 'waiting',
    content: ctx.sealer.seal(body, contentPurpose(ctx.project.id, id)),
    attempts: 0,
    nextAttemptAt: now,
    claimedBy: '',
    expiresAt: now + lifetimeMs,
    lastError: '',
    via: '',
    response: '',
    createdAt: now,
    finishedAt: null,
  };
}
