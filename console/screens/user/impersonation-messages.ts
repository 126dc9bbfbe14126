import { defineMessages } from '../../i18n/language.tsx';

export const impersonateMessages = defineMessages(
  {
    title: (name: string) => `Act as ${name}`,
    lead: 'Somebody of this project acts in the name of the user, for 30 minutes at most. Tokens, sign-ins and the audit log name them.',
    impersonator: 'Who acts',
    impersonatorLead:
      'A user of this project with the Impersonate permission. The project settings decide whether they also need every role and permission of the user.',
    impersonatorSearch: 'At least three letters of a name or login ID',
    consent: 'Only with the consent of the user',
    consentUntil: 'The user lets others act in their name until',
    noConsent: 'The user has given no consent that holds now: with this it is refused.',
    consentLead:
      'Users give their consent in your application or on our page. Without it, you answer for it.',
    kind: 'For what',
    kinds: {
      session: 'A session (refresh JWT)',
      stepUp: 'One sensitive action (session JWT, 10 minutes at most)',
    },
    minutes: 'For how long',
    minutesOf: (count: number) => `${count} minutes`,
    tenant: 'Selected tenant',
    start: 'Begin',
    made: { session: 'The refresh JWT', stepUp: 'The session JWT' },
    theToken: 'the token',
  },
  {
    title: (name) => `Im Namen von ${name} handeln`,
    lead: 'Jemand aus diesem Projekt handelt im Namen des Benutzers, höchstens 30 Minuten. Token, Anmeldungen und Protokoll nennen, wer es ist.',
    impersonator: 'Wer handelt',
    impersonatorLead:
      'Ein Benutzer dieses Projekts, der das Recht Impersonate hat. Ob er dazu jede Rolle und jedes Recht des Benutzers braucht, steht in den Einstellungen des Projekts.',
    impersonatorSearch: 'Mindestens drei Buchstaben eines Namens oder Anmeldenamens',
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
    made: { session: 'Das Erneuerungs-JWT', stepUp: 'Das Sitzungs-JWT' },
    theToken: 'das Token',
  },
);
