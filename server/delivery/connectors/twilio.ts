import type { OutboundFetch } from '../../core/outbound.ts';
import type { Connector } from '../connectors/connector.ts';
import type { Content } from '../message.ts';
import { refuseFailure, wordsOf } from './answer.ts';

type TwilioConnector = Extract<Connector, { provider: 'twilio' }>;

const timeoutMs = 20_000;

/**
 * Calls `POST /2010-04-01/Accounts/{sid}/Messages.json`. Twilio has no idempotency key: a repeated message may
 * arrive twice.
 */
export async function sendByTwilio(
  fetch: OutboundFetch,
  { settings, secret }: TwilioConnector,
  { to, content }: { to: string; content: Content },
): Promise<string> {
  const { baseUrl, accountSid, from } = settings;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  const response = await fetch(
    `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${secret.authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to, [sender]: from, Body: content.text }).toString(),
      timeoutMs,
    },
  );
  refuseFailure(response);
  return idIn(response.body) ?? wordsOf(response);
}

function idIn(body: Buffer): string | undefined {
  const { sid, status } = parse(body);
  return typeof sid === 'string' ? `${status ?? 'accepted'} ${sid}`.slice(0, 500) : undefined;
}

function parse(body: Buffer): { sid?: unknown; status?: unknown } {
  try {
    return Object(JSON.parse(body.toString('utf8')));
  } catch {
    return {};
  }
}
