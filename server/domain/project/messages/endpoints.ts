import { ServiceError } from '../../../core/errors.ts';
import { foldAddress } from '../../../core/phone-number.ts';
import { providers } from '../../../delivery/connectors/providers.ts';
import { listMessages, type MessageRow } from '../../../delivery/history.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { connectorEndpoints } from './endpoints-connectors.ts';
import { templateEndpoints } from './endpoints-templates.ts';
import { retryMessage } from './retry-message.ts';

const maxPage = 1_000;

const carriers = [...providers.map(({ name }) => name), 'webhook', 'logout', 'inbox']
  .map((name) => `\`${name}\``)
  .join(', ');

const message = t.object(
  {
    id: t.text(),
    channel: t.text(),
    kind: t.text({ description: 'The type of the event for a webhook' }),
    recipient: t.text({
      description: 'An email address, a phone number, or the ID of a webhook or an application',
    }),
    userId: t.text(),
    status: t.choice(['waiting', 'sent', 'dead']),
    attempts: t.integer(),
    lastError: t.text({ description: 'The error of the last attempt, as reported by the receiving server' }),
    via: t.text({
      description: `The provider that accepted it: ${carriers}`,
    }),
    response: t.text({ description: 'The response of the provider' }),
    createdAt: t.integer(),
    nextAttemptAt: t.integer({ description: '0: no further attempt' }),
    expiresAt: t.integer({ description: 'When Latchkey stops trying to send it' }),
    finishedAt: t.integer({ description: '0: still waiting' }),
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
  if (at === undefined)
    throw new ServiceError(
      'E011004',
      'before must be `next` of an earlier response. Leave it out for the newest messages',
    );
  return { at: Number(at), id };
}

export const messageEndpoints = [
  endpoint({
    name: 'management.messages.search',
    method: 'POST',
    path: '/v1/mgmt/message/search',
    summary: 'Search sent, waiting and failed messages',
    description:
      'Returns messages of the last 30 days, newest first, with recipient and outcome but without ' +
      'their content. Bounces that a mail server reports immediately are in `lastError`.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      status: t.optional(t.choice(['waiting', 'sent', 'dead'])),
      channel: t.optional(t.choice(['email', 'sms', 'webhook', 'logout'])),
      kind: t.reference({ maxLength: 64 }),
      recipient: t.reference(),
      userId: t.reference(),
      id: t.reference({ maxLength: 64, description: 'Only the message with this ID' }),
      from: moment('Milliseconds since 1970; default, also for 0 and below: 30 days ago'),
      to: moment('Milliseconds since 1970; default, also for 0 and below: now'),
      before: t.reference({ description: '`next` of the previous response' }),
      limit: t.optional(t.integer({ minimum: 1, maximum: maxPage, description: 'Default: 100' })),
    }),
    output: t.object({
      messages: t.list(message),
      next: t.text({ description: 'The cursor of the next page, or empty on the last one' }),
    }),
    errors: ['E011004'],
    async handle(ctx, { before, from = 0, to = 0, limit = 100, recipient, ...filter }) {
      const rows = await listMessages(ctx, {
        ...filter,
        ...(recipient && { recipient: foldAddress(recipient) ?? recipient }),
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
    summary: 'Retry a failed message',
    description:
      'Sends the message immediately, with the same number of retries as a new one. Retries an email or SMS ' +
      'until it expires (`expiresAt`), and an event for three days.',
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
