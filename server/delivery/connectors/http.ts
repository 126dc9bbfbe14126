import { isWebUrl } from '../../core/url.ts';
import { t } from '../../http/schema.ts';
import { refuseFailure, wordsOf } from '../answer.ts';
import type { OutgoingMessage } from '../message.ts';
import { checkHeaders, secretFormsOf } from '../request-headers.ts';
import { connectorProvider, refuse } from './provider.ts';

const timeoutMs = 20_000;

const place = /\{\{\s*(id|to|text)\s*\}\}/g;

export const http = connectorProvider({
  name: 'http',
  channel: 'sms',
  summary: 'Set any provider that accepts JSON as the SMS connector',
  description:
    'Replaces the SMS connector. All attempts to send a message have the same `Idempotency-Key` header.',
  input: t.object({
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
  }),
  secretField: 'headers',
  destination: ['url'],
  readSettings(settings) {
    if (!isWebUrl(settings.url)) refuse('url must be an absolute https URL');
    if (!isJson(settings.body))
      refuse('body must be JSON that contains {{to}} and {{text}} inside its texts');
    const named = [...settings.body.matchAll(place)].map(([, name]) => name);
    for (const name of ['to', 'text']) {
      if (!named.includes(name)) refuse(`body must contain {{${name}}}`);
    }
    return settings;
  },
  checkSecret({ headers }) {
    checkHeaders(headers);
  },
  secretForms: ({ secret }) => secretFormsOf(secret.headers),
  /** Posts the administrator's JSON with the message in its placeholders. */
  async send({ fetch }, { settings, secret }, message) {
    const response = await fetch(settings.url, {
      method: 'POST',
      headers: {
        ...secret.headers,
        'content-type': 'application/json',
        // Identical for each attempt, for providers that support it.
        'idempotency-key': message.id,
      },
      body: JSON.stringify(filled(JSON.parse(settings.body), message)),
      timeoutMs,
    });
    refuseFailure(response);
    return wordsOf(response);
  },
});

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** Fills the placeholders after parsing, so that no message can break out of its text. */
function filled(value: unknown, message: OutgoingMessage): unknown {
  const places: Record<string, string> = { id: message.id, to: message.to, text: message.content.text };
  if (typeof value === 'string') {
    return value.replace(place, (_, name: string) => places[name] ?? '');
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, message));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, message)]));
}
