import { eventFilters } from '../../../delivery/webhook/events.ts';
import type { Webhook, WebhookSettings } from '../../../delivery/webhook/webhooks.ts';
import { t } from '../../../http/schema.ts';

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
        'Default: true. Events that happen while it is false are never sent; pending ones stay pending',
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
