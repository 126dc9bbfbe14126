import { eventFilters } from '../../delivery/webhook/events.ts';
import { listWebhooks, type Webhook } from '../../delivery/webhook/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { emptyObject, t } from '../../http/schema.ts';
import {
  createWebhook,
  deleteWebhook,
  replayWebhookEvent,
  rotateWebhookSecret,
  updateWebhook,
} from './change-webhooks.ts';

const id = t.text({ maxLength: 64, emptyIsAbsent: true });

const settings = {
  name: t.text({ maxLength: 128, emptyIsAbsent: true }),
  url: t.text({ emptyIsAbsent: true }),
  events: t.optional(
    t.list(t.text({ maxLength: 64 }), {
      maxItems: 50,
      description: `Absent or empty: all. Else some of ${eventFilters.map((name) => `\`${name}\``).join(', ')}`,
    }),
  ),
  enabled: t.optional(
    t.flag({
      description:
        'Default true. What happens while it is false is not sent later; what waited before waits on',
    }),
  ),
};

const webhook = t.object(
  {
    id: t.text(),
    name: t.text(),
    url: t.text(),
    events: t.list(t.text()),
    enabled: t.flag(),
    createdAt: t.integer({ description: 'Milliseconds since 1970' }),
  },
  { $id: 'Webhook' },
);

const secret = t.text({ description: '`whsec_…`. It is answered here and never again' });

function toWire({ id, name, url, events, isEnabled, createdAt }: Webhook) {
  return { id, name, url, events, enabled: isEnabled, createdAt };
}

function fromWire(input: { name: string; url: string; events?: string[]; enabled?: boolean }) {
  const { name, url, events = [], enabled = true } = input;
  return { name, url, events, isEnabled: enabled };
}

export const webhookEndpoints = [
  endpoint({
    name: 'management.webhooks.create',
    method: 'POST',
    path: '/v1/mgmt/webhook/create',
    summary: 'Be told of what happens',
    description:
      'Events are posted as JSON with the headers of Standard Webhooks, tried again for three days until they are ' +
      'answered with 2xx, and may arrive twice or out of order: `webhook-id` stays the same.',
    auth: 'management',
    input: t.object(settings),
    output: t.object({ webhook, secret }),
    errors: ['E011004'],
    async handle(ctx, input) {
      const created = await createWebhook(ctx, fromWire(input));
      return { webhook: toWire(created.webhook), secret: created.secret };
    },
  }),
  endpoint({
    name: 'management.webhooks.update',
    method: 'POST',
    path: '/v1/mgmt/webhook/update',
    summary: 'Change a webhook',
    description: 'Overwritten, but for the secret.',
    auth: 'management',
    input: t.object({ id, ...settings }),
    output: t.object({ webhook }),
    errors: ['E011004', 'E113301'],
    client: { returns: 'webhook' },
    handle: async (ctx, { id, ...input }) => ({
      webhook: toWire(await updateWebhook(ctx, id, fromWire(input))),
    }),
  }),
  endpoint({
    name: 'management.webhooks.rotateSecret',
    method: 'POST',
    path: '/v1/mgmt/webhook/rotate',
    summary: 'Give a webhook another secret',
    description: 'What is sent from now on is signed with the new one only.',
    auth: 'management',
    input: t.object({ id }),
    output: t.object({ secret }),
    errors: ['E113301'],
    client: { parameters: ['id'] },
    handle: async (ctx, { id }) => ({ secret: await rotateWebhookSecret(ctx, id) }),
  }),
  endpoint({
    name: 'management.webhooks.delete',
    method: 'POST',
    path: '/v1/mgmt/webhook/delete',
    summary: 'Delete a webhook',
    description: 'What still waits for it is not sent.',
    auth: 'management',
    input: t.object({ id }),
    output: emptyObject,
    errors: ['E113301'],
    client: { parameters: ['id'], returnsNothing: true },
    async handle(ctx, { id }) {
      await deleteWebhook(ctx, id);
      return {};
    },
  }),
  endpoint({
    name: 'management.webhooks.list',
    method: 'GET',
    path: '/v1/mgmt/webhook/all',
    summary: 'All webhooks of the project',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ webhooks: t.list(webhook) }),
    errors: [],
    client: { parameters: [], returns: 'webhooks' },
    handle: async (ctx) => ({ webhooks: (await listWebhooks(ctx)).map(toWire) }),
  }),
  endpoint({
    name: 'management.webhooks.replay',
    method: 'POST',
    path: '/v1/mgmt/webhook/replay',
    summary: 'Send an event once more',
    description:
      'Any event of the last 30 days, sent or given up: `messages.search` with the channel `webhook` lists them.',
    auth: 'management',
    input: t.object({ messageId: id }),
    output: emptyObject,
    errors: ['E113201'],
    client: { parameters: ['messageId'], returnsNothing: true },
    async handle(ctx, { messageId }) {
      await replayWebhookEvent(ctx, messageId);
      return {};
    },
  }),
];
