import type { AuditEvent } from '../../../client/client.ts';
import { defineMessages, type Language } from '../../i18n/languages.ts';

interface MethodNames {
  /** By the method in the audit log. */
  names: Record<string, string>;
  /** In a sentence, after "with". A channel (`otp/sms`) comes before the method alone. */
  how: Record<string, string>;
  other: string;
}

const messages = defineMessages<MethodNames>(
  {
    names: {
      password: 'Password',
      otp: 'One-time code',
      magiclink: 'Magic link',
      enchantedlink: 'Enchanted link',
      embeddedlink: 'Embedded link',
      totp: 'Authenticator app',
      recoveryCode: 'Recovery code',
      recoveryCodes: 'Recovery codes',
      webauthn: 'Passkey',
      oauth: 'Social sign-in',
      saml: 'SSO (SAML)',
      oidc: 'SSO (OpenID Connect)',
      sso: 'SSO',
      exchange: 'Exchange of a code',
      management: 'Management API',
      firstlink: 'First link',
      invite: 'Invitation',
      mfa: 'Second factor',
      page: 'Sign-in page',
      accesskey: 'Access key',
    },
    how: {
      password: 'a password',
      otp: 'a one-time code',
      'otp/email': 'an email code',
      'otp/sms': 'an SMS code',
      magiclink: 'a magic link',
      'magiclink/email': 'a magic link by email',
      'magiclink/sms': 'a magic link by SMS',
      enchantedlink: 'an enchanted link',
      embeddedlink: 'an embedded link',
      totp: 'an authenticator app',
      recoveryCode: 'a recovery code',
      webauthn: 'a passkey',
      oauth: 'a social account',
      saml: 'SSO (SAML)',
      oidc: 'SSO (OpenID Connect)',
      sso: 'SSO',
      management: 'the management API',
      firstlink: 'the first link',
      invite: 'an invitation',
      accesskey: 'an access key',
    },
    other: 'Other',
  },
  {
    names: {
      password: 'Passwort',
      otp: 'Einmalcode',
      magiclink: 'Magischer Link',
      enchantedlink: 'Link mit Auswahl',
      embeddedlink: 'Eingebetteter Link',
      totp: 'Authenticator-App',
      recoveryCode: 'Wiederherstellungscode',
      recoveryCodes: 'Wiederherstellungscodes',
      webauthn: 'Passkey',
      oauth: 'Anmeldung über Anbieter',
      saml: 'SSO (SAML)',
      oidc: 'SSO (OpenID Connect)',
      sso: 'SSO',
      exchange: 'Tausch eines Codes',
      management: 'Management-API',
      firstlink: 'Erster Link',
      invite: 'Einladung',
      mfa: 'Zweiter Faktor',
      page: 'Anmeldeseite',
      accesskey: 'Zugriffsschlüssel',
    },
    how: {
      password: 'einem Passwort',
      otp: 'einem Einmalcode',
      'otp/email': 'einem Code per E-Mail',
      'otp/sms': 'einem Code per SMS',
      magiclink: 'einem magischen Link',
      'magiclink/email': 'einem Link per E-Mail',
      'magiclink/sms': 'einem Link per SMS',
      enchantedlink: 'einem Link mit Auswahl',
      embeddedlink: 'einem eingebetteten Link',
      totp: 'einer Authenticator-App',
      recoveryCode: 'einem Wiederherstellungscode',
      webauthn: 'einem Passkey',
      oauth: 'dem Konto eines Anbieters',
      saml: 'SSO (SAML)',
      oidc: 'SSO (OpenID Connect)',
      sso: 'SSO',
      management: 'der Management-API',
      firstlink: 'dem ersten Link',
      invite: 'einer Einladung',
      accesskey: 'einem Zugriffsschlüssel',
    },
    other: 'Andere',
  },
);

/** The names of sign-in methods in both languages, for tests. */
export const methodMessages = messages;

/** Returns the name of a sign-in method. Empty: the events that have none. */
export function methodName(language: Language, method: string): string {
  return messages[language].names[method] ?? (method || messages[language].other);
}

/** Says in a sentence with what a user signed in. The name of an OAuth provider is not translated. */
export function methodInSentence(language: Language, { method, data }: AuditEvent): string {
  const { how, names } = messages[language];
  if (method === 'oauth' && typeof data['provider'] === 'string') return providerName(data['provider']);
  const channel = typeof data['channel'] === 'string' ? data['channel'] : '';
  return how[`${method}/${channel}`] ?? how[method] ?? names[method] ?? method;
}

const providers: Record<string, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
  apple: 'Apple',
  gitlab: 'GitLab',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  slack: 'Slack',
  discord: 'Discord',
};

/** Returns the name of a built-in OAuth provider, or the ID of the project's own. */
export function providerName(id: string): string {
  return providers[id] ?? id;
}
