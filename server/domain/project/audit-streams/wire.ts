import { t } from '../../../http/schema.ts';
import type { StreamState } from './change-streams.ts';

export const newStreamInput = t.object({
  name: t.text({ maxLength: 128, emptyIsAbsent: true }),
  after: t.optional(
    t.integer({
      minimum: 0,
      description:
        'Send the events after this row of the log; 0 is the oldest. Default: only events from now on',
    }),
  ),
  http: t.optional(
    t.object({
      url: t.text({ emptyIsAbsent: true }),
      headers: t.optional(
        t.map(t.text({ maxLength: 4_096 }), {
          maxProperties: 20,
          description: 'Sent with each request, for example `Authorization`. Never returned',
        }),
      ),
    }),
  ),
  syslog: t.optional(
    t.object({
      host: t.text({ maxLength: 253, emptyIsAbsent: true }),
      port: t.optional(t.integer({ description: 'Default: 6514, without TLS 514' })),
      security: t.optional(
        t.choice(['tls', 'none'], {
          description: 'Default: `tls`. `none` is allowed for a receiver in your own network',
        }),
      ),
      caCertificate: t.optional(
        t.text({
          maxLength: 65_536,
          description: 'PEM: the receiver’s certificate authority, if it is not a public one',
        }),
      ),
    }),
  ),
});

export const streamSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    kind: t.choice(['http', 'syslog']),
    destination: t.text({ description: 'The receiver’s address, without the path' }),
    createdAt: t.integer({ description: 'Milliseconds since 1970' }),
    sentSequence: t.integer({ description: 'The last row of the log that the receiver has confirmed' }),
    lastSequence: t.integer({ description: 'The last row of the log' }),
    waitingEvents: t.integer(),
    lastSentAt: t.integer({ description: 'Milliseconds since 1970; 0: never' }),
    failingSince: t.integer({ description: 'Milliseconds since 1970; 0: the last attempt succeeded' }),
    lastError: t.text({ description: 'The receiver’s response to the last attempt, if it failed' }),
  },
  { $id: 'AuditStream' },
);

export function streamToWire({ lastSentAt, failingSince, ...stream }: StreamState) {
  return { ...stream, lastSentAt: lastSentAt ?? 0, failingSince: failingSince ?? 0 };
}
