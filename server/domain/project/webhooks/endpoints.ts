import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import {
  createWebhook,
  deleteWebhook,
  loadWebhooks,
  replayWebhookEvent,
  rotateWebhookSecret,
  updateWebhook,
} from './change-webhooks.ts';
import {
  webhookSettings as settings,
  webhookSchema as webhook,
  webhookFromWire,
  webhookToWire,
} from './wire.ts';

const id = t.text({ maxLength: 64, emptyIsAbsent: true });

const secret = t.text({ description: '`whsec_…`. It is answered here and never again' });

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
      const created = await createWebhook(ctx, webhookFromWire(input));
      return { webhook: webhookToWire(created.webhook), secret: created.secret };
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
      webhook: webhookToWire(await updateWebhook(ctx, id, webhookFromWire(input))),
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
    handle: async (ctx) => ({ webhooks: (await loadWebhooks(ctx)).map(webhookToWire) }),
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
