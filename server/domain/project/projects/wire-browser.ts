import { maxDomainLength } from '../../../core/mail-address.ts';
import { t } from '../../../http/schema.ts';
import type { BrowserSettings } from './browser-settings.ts';

const maxOriginLength = 'https://'.length + maxDomainLength + ':65535'.length;

/** The settings of a project for browsers. */
export const browserFields = {
  allowedOrigins: t.list(t.text({ maxLength: maxOriginLength }), {
    maxItems: 100,
    description:
      'Origins whose pages may call the API and use its cookies, such as https://app.example.com. Passkeys in an ' +
      'Android app need android:apk-key-hash: followed by the SHA-256 hash of its certificate in base64url.',
  }),
  passkeyDomain: t.text({
    maxLength: maxDomainLength,
    description:
      'The domain of passkeys: the host of each page that uses them, or a parent domain of it; empty: ' +
      'the host of the page. Passkeys of a former domain stop working.',
  }),
  tokenDelivery: t.choice(['body', 'cookies'], {
    description: 'The way in which a browser gets its refresh JWT. Scripts cannot read a cookie.',
  }),
  cookieDomain: t.text({
    maxLength: maxDomainLength,
    description: 'The host of this server or a parent domain of it; empty: this host only',
  }),
  cookieSameSite: t.choice(['strict', 'lax', 'none']),
  cookieName: t.text({ maxLength: 64, description: 'Name of the refresh JWT’s cookie; default: DSR' }),
  sessionCookieName: t.text({ maxLength: 64, description: 'Name of the session JWT’s cookie; default: DS' }),
};

export function browserSettingsToWire(settings: BrowserSettings): BrowserSettings {
  const { allowedOrigins, passkeyDomain, tokenDelivery, cookieDomain } = settings;
  const { cookieSameSite, cookieName, sessionCookieName } = settings;
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
