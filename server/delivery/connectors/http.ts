import type { OutboundFetch } from '../../core/outbound.ts';
import type { Connector } from '../connectors/connector.ts';
import type { Content } from '../message.ts';
import { refuseFailure, wordsOf } from './answer.ts';

type HttpConnector = Extract<Connector, { provider: 'http' }>;

const timeoutMs = 20_000;

/** Posts the administrator's JSON with the message in its placeholders. */
export async function sendByHttp(
  fetch: OutboundFetch,
  { settings, secret }: HttpConnector,
  message: { id: string; to: string; content: Content },
): Promise<string> {
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
}

/** Fills the placeholders after parsing, so that no message can break out of its text. */
function filled(value: unknown, message: { id: string; to: string; content: Content }): unknown {
  const places: Record<string, string> = { id: message.id, to: message.to, text: message.content.text };
  if (typeof value === 'string') {
    return value.replace(/\{\{\s*(id|to|text)\s*\}\}/g, (_, name: string) => places[name] ?? '');
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, message));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, message)]));
}
