import { type Command, Option } from 'commander';
import type { BrowserSettings } from '../../domain/project/projects/browser-settings.ts';
import { CommandFailure } from '../output.ts';

export interface BrowserOptions extends Partial<Omit<BrowserSettings, 'allowedOrigins'>> {
  allowedOrigin?: string[];
  /** `false` empties the list. */
  allowedOrigins: boolean;
}

export function addBrowserOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--allowed-origin <origin>',
        'an origin whose pages can call the API, such as https://app.example.com (repeatable)',
      ).argParser((origin: string, origins: string[] | undefined) => [...(origins ?? []), origin]),
    )
    .option('--no-allowed-origins', 'empty the list of allowed origins')
    .option(
      '--passkey-domain <domain>',
      'domain that passkeys belong to; empty: the host of the requesting page',
    )
    .addOption(
      new Option('--token-delivery <how>', 'how browsers receive refresh tokens').choices([
        'body',
        'cookies',
      ]),
    )
    .option('--cookie-domain <domain>', "this server's host or a parent domain; empty: this host only")
    .addOption(
      new Option('--cookie-same-site <value>', 'SameSite attribute of the cookies').choices([
        'strict',
        'lax',
        'none',
      ]),
    )
    .option('--cookie-name <name>', 'cookie of the refresh token (default: DSR)')
    .option('--session-cookie-name <name>', 'cookie of the session token (default: DS)');
}

export function browserChanges(options: BrowserOptions) {
  if (options.allowedOrigin && !options.allowedOrigins) {
    throw new CommandFailure('Use either --allowed-origin or --no-allowed-origins, not both', 2);
  }
  const { tokenDelivery, cookieDomain, cookieSameSite, cookieName, sessionCookieName } = options;
  const { passkeyDomain } = options;
  const allowedOrigins = options.allowedOrigins ? options.allowedOrigin : [];
  return {
    allowedOrigins,
    passkeyDomain,
    tokenDelivery,
    cookieDomain,
    cookieSameSite,
    cookieName,
    sessionCookieName,
  };
}

export function browserLabels(settings: BrowserSettings): [string, string][] {
  const { cookieName, sessionCookieName, cookieDomain, cookieSameSite } = settings;
  const cookies = `${cookieName} and ${sessionCookieName}, SameSite=${cookieSameSite}, ${cookieDomain || 'this host'}`;
  return [
    ['Allowed origins', settings.allowedOrigins.join(' ') || 'none'],
    ['Passkeys of', settings.passkeyDomain || 'the host of each page'],
    ['Refresh tokens in', settings.tokenDelivery === 'cookies' ? `cookies: ${cookies}` : 'the body'],
  ];
}
