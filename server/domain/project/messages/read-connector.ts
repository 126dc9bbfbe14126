import { domainToASCII } from 'node:url';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isWebUrl } from '../../../core/url.ts';
import type { Connectors } from '../../../delivery/connectors/connector.ts';
import { isMailAddress } from '../../../delivery/recipient.ts';
import type { ConnectorInput } from './change-connector.ts';

type Settings<P extends keyof Connectors> = Connectors[P]['settings'];

/** Fills in the default settings of a mail server. */
export function withSmtpDefaults(
  ctx: ProjectContext,
  given: Partial<Settings<'smtp'>> & Pick<Settings<'smtp'>, 'host' | 'fromAddress'>,
): Settings<'smtp'> {
  const { security = 'starttls' } = given;
  const defaults = { port: security === 'tls' ? 465 : 587, username: '', replyTo: '' };
  return { ...defaults, fromName: ctx.project.name, ...given, security };
}

export const twilioDefaults = { baseUrl: 'https://api.twilio.com' };

/** Validates the administrator's settings once; whether they work, the test message shows. */
export function readSmtp(settings: Settings<'smtp'>, password: string | undefined): ConnectorInput {
  const { host, port, security, username, fromAddress, fromName, replyTo } = settings;
  if (!isHost(host)) refuse('host must be the name or address of the mail server');
  if (port < 1 || port > 65_535) refuse('port must be from 1 to 65535');
  if (!isMailAddress(fromAddress)) refuse('fromAddress must be an email address such as name@example.com');
  if (replyTo && !isMailAddress(replyTo)) refuse('replyTo must be an email address such as name@example.com');
  if (/\p{Cc}/u.test(fromName)) refuse('fromName must be one line');
  if (security === 'none' && username) {
    refuse(
      'username needs TLS, because a password is never sent unencrypted. Leave it empty, or choose tls ' +
        'or starttls',
    );
  }
  return {
    channel: 'email',
    provider: 'smtp',
    settings,
    secret: password === undefined ? undefined : { password },
  };
}

export function readTwilio(settings: Settings<'twilio'>, authToken: string | undefined): ConnectorInput {
  const { baseUrl, accountSid, from } = settings;
  if (!isWebUrl(baseUrl) || /[?#]/.test(baseUrl)) refuse('baseUrl must be an absolute https URL');
  if (!/^[\w-]{1,64}$/.test(accountSid)) refuse('accountSid must be the SID of the account');
  if (!/^[\w +-]{1,64}$/.test(from))
    refuse('from must be a number, a sender name or a messaging service SID');
  return {
    channel: 'sms',
    provider: 'twilio',
    settings: { ...settings, baseUrl: baseUrl.replace(/\/+$/, '') },
    secret: authToken === undefined ? undefined : { authToken },
  };
}

/** The name and value of a header (RFC 9110 §5.6.2 and §5.5). */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const headerValue = /^[\t\x20-\x7e]{0,4096}$/;
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'content-type']);

export function readHttp(
  settings: Settings<'http'>,
  headers: Record<string, string> | undefined,
): ConnectorInput {
  if (!isWebUrl(settings.url)) refuse('url must be an absolute https URL');
  if (!isJson(settings.body)) refuse('body must be JSON that contains {{to}} and {{text}} inside its texts');
  for (const name of ['to', 'text']) {
    if (!new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`).test(settings.body))
      refuse(`body must contain {{${name}}}`);
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!headerName.test(name) || !headerValue.test(value))
      refuse('headers must have valid names and values');
    if (ownHeaders.has(name.toLowerCase()))
      refuse(`The header ${name.toLowerCase()} cannot be set. Remove it from headers`);
  }
  return { channel: 'sms', provider: 'http', settings, secret: headers && { headers } };
}

function isHost(text: string): boolean {
  const host = text.replace(/^\[([0-9a-fA-F:.]+)\]$/, '$1');
  return host !== '' && (/^[0-9a-fA-F:.]+$/.test(host) || /^[\w-]+(\.[\w-]+)*$/.test(domainToASCII(host)));
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function refuse(message: string): never {
  throw new ServiceError('E011004', message);
}
