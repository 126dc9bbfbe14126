import { t } from '../../../http/schema.ts';
import type { BrowserSettings } from './browser-settings.ts';

/** The settings of a project that concern browsers. */
export const browserFields = {
  allowedOrigins: t.list(t.text({ maxLength: 300 }), {
    maxItems: 100,
    description: 'Origins whose pages may call the API and use its cookies, like https://app.example.com',
  }),
  passkeyDomain: t.text({
    maxLength: 255,
    description:
      'The domain that passkeys belong to: the host of each page that uses them or a parent of it; empty: the host of ' +
      'the page. Passkeys of another domain than before are of no use any more.',
  }),
  tokenDelivery: t.choice(['body', 'cookies'], {
    description: 'How a browser gets its refresh JWT. In cookies no script can read it.',
  }),
  cookieDomain: t.text({
    maxLength: 255,
    description: 'The host of this server or a parent of it; empty: this host only',
  }),
  cookieSameSite: t.choice(['strict', 'lax', 'none']),
  cookieName: t.text({ maxLength: 64, description: 'Of the refresh JWT; DSR unless it is set' }),
  sessionCookieName: t.text({ maxLength: 64, description: 'Of the session JWT; DS unless it is set' }),
};

export function browserSettingsToWire(settings: BrowserSettings): BrowserSettings {
  const { allowedOrigins, passkeyDomain, tokenDelivery, cookieDomain } = settings;
  const { cookieSameSite, cookieName, sessionCookieName } = settings;
  return {
    ...{ allowedOrigins, passkeyDomain, tokenDelivery, cookieDomain, cookieSameSite },
    ...{ cookieName, sessionCookieName },
  };
}
