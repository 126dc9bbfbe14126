import { defineMessages } from '../../i18n/languages.ts';

export const impersonateMessages = defineMessages(
  {
    title: (name: string) => `Impersonate ${name}`,
    lead: 'A user of this project acts as this user for up to 30 minutes. Tokens, sign-ins and the audit log show who is acting.',
    impersonator: 'Impersonator',
    impersonatorLead:
      'A user of this project with the Impersonate permission. The project settings decide whether they also need every role and permission of this user.',
    impersonatorSearch: 'Enter at least two letters of a name or login ID',
    consent: 'Require the user’s consent',
    consentUntil: 'The user allows impersonation until',
    noConsent: 'The user has not given valid consent, so the request will be rejected.',
    consentLead:
      'Users give consent in your application or on the account page. If you proceed without consent, you are responsible.',
    kind: 'Purpose',
    kinds: {
      session: 'A session (refresh JWT)',
      stepUp: 'One sensitive action (session JWT, 10 minutes at most)',
    },
    minutes: 'Duration',
    minutesOf: (count: number) => `${count} minutes`,
    tenant: 'Selected tenant',
    start: 'Start',
    createdMessage: { session: 'Refresh JWT', stepUp: 'Session JWT' },
    theToken: 'token',
  },
  {
    title: (name) => `Im Namen von ${name} handeln`,
    lead: 'Jemand aus diesem Projekt handelt im Namen des Benutzers, höchstens 30 Minuten. Token, Anmeldungen und Protokoll nennen, wer es ist.',
    impersonator: 'Wer handelt',
    impersonatorLead:
      'Ein Benutzer dieses Projekts, der das Recht Impersonate hat. Ob er dazu jede Rolle und jedes Recht des Benutzers braucht, steht in den Einstellungen des Projekts.',
    impersonatorSearch: 'Mindestens zwei Buchstaben eines Namens oder Anmeldenamens',
    consent: 'Nur mit Einwilligung des Benutzers',
    consentUntil: 'Der Benutzer lässt andere in seinem Namen handeln bis',
    noConsent: 'Der Benutzer hat keine Einwilligung gegeben, die jetzt gilt: Damit wird es abgewiesen.',
    consentLead:
      'Benutzer willigen in Ihrer Anwendung oder auf unserer Seite ein. Ohne Einwilligung stehen Sie dafür ein.',
    kind: 'Wofür',
    kinds: {
      session: 'Eine Sitzung (Erneuerungs-JWT)',
      stepUp: 'Eine heikle Handlung (Sitzungs-JWT, höchstens 10 Minuten)',
    },
    minutes: 'Wie lange',
    minutesOf: (count) => `${count} Minuten`,
    tenant: 'Gewählter Mandant',
    start: 'Beginnen',
    createdMessage: { session: 'Das Erneuerungs-JWT', stepUp: 'Das Sitzungs-JWT' },
    theToken: 'das Token',
  },
);
