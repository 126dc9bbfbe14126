import { trimEnd } from '../../core/trim-end.ts';
import { isWebUrl } from '../../core/url.ts';
import { t } from '../../http/schema.ts';
import { refuseFailure, wordsOf } from '../answer.ts';
import { connectorProvider, refuse } from './provider.ts';

const timeoutMs = 20_000;

export const twilio = connectorProvider({
  name: 'twilio',
  channel: 'sms',
  summary: 'Set Twilio, or a provider with its API, as the SMS connector',
  description: 'Replaces the SMS connector.',
  input: t.object({
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
  }),
  secretField: 'authToken',
  destination: ['baseUrl', 'accountSid'],
  readSettings(given) {
    const settings = { baseUrl: 'https://api.twilio.com', ...given };
    const { baseUrl, accountSid, from } = settings;
    if (!isWebUrl(baseUrl) || /[?#]/.test(baseUrl)) refuse('baseUrl must be an absolute https URL');
    if (!/^[\w-]{1,64}$/.test(accountSid)) refuse('accountSid must be the SID of the account');
    if (!/^[\w +-]{1,64}$/.test(from))
      refuse('from must be a number, a sender name or a messaging service SID');
    return { ...settings, baseUrl: trimEnd(baseUrl, '/') };
  },
  secretForms: ({ settings: { accountSid }, secret: { authToken } }) => [
    basic(accountSid, authToken),
    authToken,
  ],
  /**
   * Calls `POST /2010-04-01/Accounts/{sid}/Messages.json`. Twilio has no idempotency key: a repeated message may
   * arrive twice.
   */
  async send({ fetch }, { settings, secret }, { to, content }) {
    const { baseUrl, accountSid, from } = settings;
    const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
    const response = await fetch(
      `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${basic(accountSid, secret.authToken)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ To: to, [sender]: from, Body: content.text }).toString(),
        timeoutMs,
      },
    );
    refuseFailure(response);
    return idIn(response.body) ?? wordsOf(response);
  },
});

/** Encodes credentials for the header (RFC 7617 §2). */
function basic(accountSid: string, authToken: string): string {
  return Buffer.from(`${accountSid}:${authToken}`).toString('base64');
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
