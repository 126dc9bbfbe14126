import { t } from '../../http/schema.ts';
import type { BrowserSettings } from './browser-settings.ts';

/** The settings of a project that concern browsers. */
export const browserFields = {
  allowedOrigins: t.list(t.text({ maxLength: 300 }), {
    maxItems: 100,
    description: 'Origins whose pages may call the API and use its cookies, like https://app.example.com',
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
  const { allowedOrigins, tokenDelivery, cookieDomain, cookieSameSite } = settings;
  const { cookieName, sessionCookieName } = settings;
  return { allowedOrigins, tokenDelivery, cookieDomain, cookieSameSite, cookieName, sessionCookieName };
}
