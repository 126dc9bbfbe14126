import { countOf } from '../../i18n/counts.ts';
import { defineMessages } from '../../i18n/languages.ts';

/** Texts of the summary beside the tabs. */
export const summaryMessages = defineMessages(
  {
    summary: 'Summary of this user',
    lastSignIn: 'Last sign-in',
    secondFactors: 'Second factors',
    totp: 'Authenticator app',
    passkeys: countOf('en', 'passkey', 'passkeys'),
    recoveryCodes: countOf('en', 'recovery code', 'recovery codes'),
    tenants: 'Tenants',
    roles: 'Project roles',
    userId: 'User ID',
    loginIds: 'Login IDs',
    loginId: 'login ID',
    created: 'Created',
    modified: 'Updated',
    consent: 'Allows impersonation until',
  },
  {
    summary: 'Übersicht über den Benutzer',
    lastSignIn: 'Letzte Anmeldung',
    secondFactors: 'Zweite Faktoren',
    totp: 'Authenticator-App',
    passkeys: countOf('de', 'Passkey', 'Passkeys'),
    recoveryCodes: countOf('de', 'Wiederherstellungscode', 'Wiederherstellungscodes'),
    tenants: 'Mandanten',
    roles: 'Rollen im Projekt',
    userId: 'Benutzer-ID',
    loginIds: 'Anmeldenamen',
    loginId: 'Anmeldename',
    created: 'Angelegt',
    modified: 'Geändert',
    consent: 'Lässt andere im eigenen Namen handeln bis',
  },
);
