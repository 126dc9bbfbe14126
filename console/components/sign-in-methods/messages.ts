import type { HostedPages } from '../../../client/client.ts';
import { defineMessages } from '../../i18n/languages.ts';

type Method = HostedPages['signInMethods'][number];
type MethodMessages = Record<Method, { name: string; lead: string }>;

const methodsEn: MethodMessages = {
  password: { name: 'Password', lead: 'Uses the rules on the Passwords tab.' },
  emailCode: { name: 'Code by email', lead: 'Six digits, sent to the user’s email address.' },
  smsCode: { name: 'Code by SMS', lead: 'Six digits, sent to the user’s phone.' },
  magicLink: { name: 'Magic link', lead: 'A link by email or SMS that signs the user in.' },
  totp: { name: 'Authenticator app', lead: 'A code from an app such as Google Authenticator.' },
  sso: {
    name: 'Single sign-on',
    lead: 'The tenant’s identity provider, found by the domain of the email address.',
  },
  oauth: { name: 'OAuth providers', lead: 'One button for each provider that is set up.' },
  passkey: { name: 'Passkey', lead: 'The device’s fingerprint, face or PIN. See the Passkeys tab.' },
};

const methodsDe: MethodMessages = {
  password: { name: 'Passwort', lead: 'Mit den Regeln unter Passwörter.' },
  emailCode: { name: 'Code per E-Mail', lead: 'Sechs Ziffern an die Adresse des Benutzers.' },
  smsCode: { name: 'Code per SMS', lead: 'Sechs Ziffern an das Telefon des Benutzers.' },
  magicLink: { name: 'Magic Link', lead: 'Ein Link per E-Mail oder SMS, der anmeldet.' },
  totp: { name: 'Authenticator-App', lead: 'Ein Code einer App wie Google Authenticator.' },
  sso: {
    name: 'Single Sign-on',
    lead: 'Der Identitätsanbieter des Mandanten, erkannt an der Domain der Adresse.',
  },
  oauth: { name: 'OAuth-Anbieter', lead: 'Ein Knopf für jeden Anbieter, der eingerichtet ist.' },
  passkey: { name: 'Passkey', lead: 'Fingerabdruck, Gesicht oder PIN des Geräts. Siehe Passkeys.' },
};

/** The sign-in methods, as they are offered to users. */
export const signInMethodMessages = defineMessages(
  {
    methods: methodsEn,
    needed: {
      emailConnector: 'Not offered yet: it needs an email connector.',
      smsConnector: 'Not offered yet: it needs an SMS connector.',
      anyConnector: 'Not offered yet: it needs an email or SMS connector.',
      provider: 'Not offered yet: it needs a provider that is turned on.',
    },
    toSetUp: 'Set up',
  },
  {
    methods: methodsDe,
    needed: {
      emailConnector: 'Noch nicht angeboten: Dafür fehlt ein Anschluss für Mails.',
      smsConnector: 'Noch nicht angeboten: Dafür fehlt ein Anschluss für SMS.',
      anyConnector: 'Noch nicht angeboten: Dafür fehlt ein Anschluss für Mails oder SMS.',
      provider: 'Noch nicht angeboten: Dafür fehlt ein eingeschalteter Anbieter.',
    },
    toSetUp: 'Einrichten',
  },
);
