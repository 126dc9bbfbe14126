import { ServiceError } from '../../core/errors.ts';
import { listMessages, type MessageRow } from '../../delivery/history.ts';
import { endpoint } from '../../http/endpoint.ts';
import { t } from '../../http/schema.ts';
import { connectorEndpoints } from './endpoints-connectors.ts';
import { templateEndpoints } from './endpoints-templates.ts';
import { webhookEndpoints } from './endpoints-webhooks.ts';

const maxPage = 1_000;

const message = t.object(
  {
    id: t.text(),
    channel: t.text(),
    kind: t.text({ description: 'Of a webhook the type of the event' }),
    recipient: t.text({ description: 'An address, a number, or the ID of a webhook' }),
    userId: t.text(),
    status: t.choice(['waiting', 'sent', 'dead']),
    attempts: t.integer(),
    lastError: t.text({ description: 'What went wrong the last time, in the words of the other side' }),
    via: t.text({ description: 'What took it: `smtp`, `twilio`, `http`, `webhook`, `inbox`' }),
    response: t.text({ description: 'What the other side said when it took it' }),
    createdAt: t.integer(),
    nextAttemptAt: t.integer({ description: '0: none' }),
    expiresAt: t.integer({ description: 'It is not sent later' }),
    finishedAt: t.integer({ description: '0: it waits' }),
  },
  { $id: 'Message' },
);

function toWire({ projectId: _, nextAttemptAt, finishedAt, ...row }: MessageRow) {
  return { ...row, nextAttemptAt: nextAttemptAt ?? 0, finishedAt: finishedAt ?? 0 };
}

function readCursor(text: string | undefined): { at: number; id: string } | undefined {
  if (text === undefined) return undefined;
  const [, at, id = ''] = /^(\d{1,15})-(\w{1,40})$/.exec(text) ?? [];
  if (at === undefined) throw new ServiceError('E011004', 'before must be `next` of an answer');
  return { at: Number(at), id };
}

export const messageEndpoints = [
  endpoint({
    name: 'management.messages.search',
    method: 'POST',
    path: '/v1/mgmt/message/search',
    summary: 'What was sent, what waits and what failed',
    description:
      'The newest first, for 30 days: whom it was for and what became of it, never what it says. Bounces that a mail ' +
      'server tells at once are in `lastError`.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      status: t.optional(t.choice(['waiting', 'sent', 'dead'])),
      channel: t.optional(t.choice(['email', 'sms', 'webhook'])),
      recipient: t.reference(),
      userId: t.reference(),
      before: t.reference({ description: '`next` of the answer before' }),
      limit: t.optional(t.integer({ minimum: 1, maximum: maxPage, description: 'Default 100' })),
    }),
    output: t.object({
      messages: t.list(message),
      next: t.text({ description: 'Empty: there are no more' }),
    }),
    errors: ['E011004'],
    async handle(ctx, { before, limit = 100, ...filter }) {
      const rows = await listMessages(ctx, { ...filter, before: readCursor(before), limit });
      const last = rows.length === limit ? rows.at(-1) : undefined;
      return { messages: rows.map(toWire), next: last ? `${last.createdAt}-${last.id}` : '' };
    },
  }),
  ...connectorEndpoints,
  ...templateEndpoints,
  ...webhookEndpoints,
];
