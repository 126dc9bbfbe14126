import { ServiceError } from '../../../core/errors.ts';
import { listMessages, type MessageRow } from '../../../delivery/history.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { connectorEndpoints } from './endpoints-connectors.ts';
import { templateEndpoints } from './endpoints-templates.ts';
import { retryMessage } from './retry-message.ts';

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

const moment = (description: string) => t.optional(t.longInteger({ description }));

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
      kind: t.reference({ maxLength: 64 }),
      recipient: t.reference(),
      userId: t.reference(),
      id: t.reference({ maxLength: 64, description: 'This message and no other' }),
      from: moment('Milliseconds since 1970; absent, 0 and below: 30 days ago'),
      to: moment('Milliseconds since 1970; absent, 0 and below: now'),
      before: t.reference({ description: '`next` of the answer before' }),
      limit: t.optional(t.integer({ minimum: 1, maximum: maxPage, description: 'Default 100' })),
    }),
    output: t.object({
      messages: t.list(message),
      next: t.text({ description: 'Empty: there are no more' }),
    }),
    errors: ['E011004'],
    async handle(ctx, { before, from = 0, to = 0, limit = 100, ...filter }) {
      const rows = await listMessages(ctx, {
        ...filter,
        from: from > 0 ? from : undefined,
        to: to > 0 ? to : undefined,
        before: readCursor(before),
        limit,
      });
      const last = rows.length === limit ? rows.at(-1) : undefined;
      return { messages: rows.map(toWire), next: last ? `${last.createdAt}-${last.id}` : '' };
    },
  }),
  endpoint({
    name: 'management.messages.retry',
    method: 'POST',
    path: '/v1/mgmt/message/retry',
    summary: 'Try a dead message again',
    description:
      'At once, and then as often as a new one: a mail or SMS until it runs out (`expiresAt`), an event for three days.',
    auth: 'management',
    role: 'support',
    input: t.object({ id: t.text({ maxLength: 64, emptyIsAbsent: true }) }),
    output: emptyObject,
    errors: ['E113201', 'E113202'],
    client: { parameters: ['id'], returnsNothing: true },
    async handle(ctx, { id }) {
      await retryMessage(ctx, id);
      return {};
    },
  }),
  ...connectorEndpoints,
  ...templateEndpoints,
];
