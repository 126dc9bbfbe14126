import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import {
  createWebhook,
  deleteWebhook,
  loadDelivery,
  loadWebhooks,
  replayWebhookEvent,
  rotateWebhookSecret,
  sendTestEvent,
  updateWebhook,
} from './change-webhooks.ts';
import {
  deliverySchema,
  deliveryToWire,
  webhookSettings as settings,
  webhookSchema as webhook,
  webhookFromWire,
  webhookToWire,
} from './wire.ts';

const id = t.text({ maxLength: 64, emptyIsAbsent: true });

const secret = t.text({ description: '`whsec_…`. Only this response contains it' });

export const webhookEndpoints = [
  endpoint({
    name: 'management.webhooks.create',
    method: 'POST',
    path: '/v1/mgmt/webhook/create',
    summary: 'Create a webhook',
    description:
      'Posts events as JSON with the headers of Standard Webhooks. A delivery is retried for three ' +
      'days until the response is 2xx. Events may arrive twice or out of order; `webhook-id` stays the ' +
      'same.',
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
    summary: 'Update a webhook',
    description: 'Overwrites all settings except the secret.',
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
    summary: 'Rotate the secret of a webhook',
    description: 'From now on, events are signed with the new secret only.',
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
    description: 'Pending events of the webhook are discarded.',
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
    summary: 'List all webhooks of the project',
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
    summary: 'Resend an event',
    description:
      'Accepts any event of the last 30 days, delivered or failed: `messages.search` with the channel ' +
      '`webhook` lists them.',
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
  endpoint({
    name: 'management.webhooks.test',
    method: 'POST',
    path: '/v1/mgmt/webhook/test',
    summary: 'Send a test event to a webhook',
    description:
      'Queues an event of the type `webhook.test`, which is signed and sent like any other. Load it with ' +
      '`management.webhooks.loadDelivery` to see the response.',
    auth: 'management',
    input: t.object({ id }),
    output: t.object({ messageId: t.text() }),
    errors: ['E011004', 'E113301'],
    client: { parameters: ['id'], returns: 'messageId' },
    handle: async (ctx, { id }) => ({ messageId: await sendTestEvent(ctx, id) }),
  }),
  endpoint({
    name: 'management.webhooks.loadDelivery',
    method: 'GET',
    path: '/v1/mgmt/webhook/delivery',
    summary: 'Load an event with its payload and the response',
    description:
      'Events are kept for 30 days. The response never contains the secret or the signature, even if the ' +
      'receiver echoed them.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ messageId: id }),
    output: t.object({ delivery: deliverySchema }),
    errors: ['E113201'],
    client: { parameters: ['messageId'], returns: 'delivery' },
    handle: async (ctx, { messageId }) => ({
      delivery: deliveryToWire(await loadDelivery(ctx, messageId)),
    }),
  }),
];
