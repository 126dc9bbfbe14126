import type { Connector } from '../../../delivery/connectors/connector.ts';
import { messageChannels } from '../../../delivery/message.ts';
import { type Static, t } from '../../../http/schema.ts';

const address = { maxLength: 254 };

export const channel = t.choice([...messageChannels]);

export const smtpInput = t.object({
  host: t.text({ maxLength: 253, emptyIsAbsent: true }),
  port: t.optional(t.integer({ description: 'Default: 465 for `tls`, else 587' })),
  security: t.optional(
    t.choice(['tls', 'starttls', 'none'], {
      description:
        'Default: `starttls`, which refuses a server that does not offer it. `none` is for a relay in ' +
        'your own network, without a password',
    }),
  ),
  username: t.optional(t.text({ maxLength: 255 })),
  password: t.optional(
    t.text({
      maxLength: 1_024,
      description: 'Absent: keeps the current one, if server and username stay the same',
    }),
  ),
  fromAddress: t.text({ ...address, emptyIsAbsent: true }),
  fromName: t.optional(t.text({ maxLength: 128, description: 'Default: the name of the project' })),
  replyTo: t.optional(t.text(address)),
});

export const twilioInput = t.object({
  accountSid: t.text({ maxLength: 64, emptyIsAbsent: true }),
  authToken: t.optional(
    t.text({
      maxLength: 1_024,
      description: 'Absent: keeps the current one, if account and baseUrl stay the same',
    }),
  ),
  from: t.text({
    maxLength: 64,
    emptyIsAbsent: true,
    description: 'A phone number, a sender name, or an `MG…` SID',
  }),
  baseUrl: t.optional(
    t.text({ description: 'Default: `https://api.twilio.com`; other providers offer the same API' }),
  ),
});

export const httpInput = t.object({
  url: t.text({ emptyIsAbsent: true }),
  body: t.text({
    maxLength: 8_192,
    emptyIsAbsent: true,
    description: 'JSON that contains `{{to}}` and `{{text}}`, and optionally `{{id}}`, inside its texts',
  }),
  headers: t.optional(
    t.map(t.text({ maxLength: 4_096 }), {
      maxProperties: 20,
      description:
        'May contain credentials, so only their names are returned. Absent: keeps the current ones, if ' +
        'url stays the same',
    }),
  ),
});

const connector = t.object(
  {
    channel: t.text(),
    provider: t.text(),
    settings: t.map(t.any(), {
      description: 'The current settings, without passwords, tokens and header values',
    }),
    secrets: t.list(t.text(), { description: 'The names of the stored secrets' }),
    changedAt: t.integer({ description: 'Milliseconds since 1970' }),
  },
  { $id: 'MessageConnector' },
);

export const connectorsOutput = t.object({ connectors: t.list(connector) });

export function connectorToWire({
  channel,
  provider,
  settings,
  secret,
  changedAt,
}: Connector): Static<typeof connector> {
  const values = 'headers' in secret ? secret.headers : secret;
  const names = Object.entries(values).filter(([, value]) => value !== '');
  return { channel, provider, settings: { ...settings }, secrets: names.map(([name]) => name), changedAt };
}
