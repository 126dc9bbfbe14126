import type { EventDelivery } from '../../../delivery/history.ts';
import { eventFilters } from '../../../delivery/webhook/events.ts';
import type { Webhook, WebhookSettings } from '../../../delivery/webhook/webhooks.ts';
import { type Static, t } from '../../../http/schema.ts';

export const webhookSettings = {
  name: t.text({ maxLength: 128, emptyIsAbsent: true }),
  url: t.text({ emptyIsAbsent: true }),
  events: t.optional(
    t.list(t.text({ maxLength: 64 }), {
      maxItems: 50,
      description:
        'Default, also for an empty list: all events. Otherwise some of ' +
        `${eventFilters.map((name) => `\`${name}\``).join(', ')}`,
    }),
  ),
  enabled: t.optional(
    t.flag({
      description:
        'Default: true. Events that happen while it is false are never sent; pending events stay pending',
    }),
  ),
};

export const webhookSchema = t.object(
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

export function webhookToWire({ id, name, url, events, isEnabled, createdAt }: Webhook) {
  return { id, name, url, events, enabled: isEnabled, createdAt };
}

export function webhookFromWire(input: {
  name: string;
  url: string;
  events?: string[];
  enabled?: boolean;
}): WebhookSettings {
  const { name, url, events = [], enabled = true } = input;
  return { name, url, events, isEnabled: enabled };
}

/** At most as long as an audit event with all of its data. */
const maxBody = 1_000_000;

export const deliverySchema = t.object(
  {
    messageId: t.text(),
    webhookId: t.text(),
    event: t.text(),
    status: t.choice(['waiting', 'sent', 'dead']),
    attempts: t.integer(),
    createdAt: t.integer({ description: 'Milliseconds since 1970' }),
    finishedAt: t.integer({ description: 'Milliseconds since 1970; 0: not sent yet' }),
    body: t.text({ maxLength: maxBody, description: 'The JSON payload' }),
    answer: t.text({
      description:
        'Status and text of the receiver’s last response, or why there was none; at most 1,000 characters',
    }),
  },
  { $id: 'WebhookDelivery' },
);

export function deliveryToWire(event: EventDelivery): Static<typeof deliverySchema> {
  const { id, recipient, kind, status, attempts, createdAt, finishedAt, body } = event;
  return {
    messageId: id,
    webhookId: recipient,
    event: kind,
    status,
    attempts,
    createdAt,
    finishedAt: finishedAt ?? 0,
    body,
    answer: status === 'sent' ? event.response : event.lastError,
  };
}
