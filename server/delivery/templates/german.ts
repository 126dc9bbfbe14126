import { germanNotices } from './german-notices.ts';
import type { Language } from './texts.ts';

const notYou =
  'Falls Sie das nicht angefordert haben, ignorieren Sie diese Nachricht: Es geschieht dann nichts.';

export const german: Language = {
  linkHint: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  factors: { totp: 'Authenticator-App', passkey: 'Passkey', recoveryCodes: 'Wiederherstellungscodes' },
  byAdministrator: 'durch die Verwaltung',
  unknownDevice: 'unbekanntes Gerät',
  texts: {
    ...germanNotices,
    invite: {
      subject: 'Ihre Einladung zu {{project.name}}',
      title: 'Sie sind zu {{project.name}} eingeladen',
      before: ['Für Sie wurde ein Konto angelegt. Nehmen Sie die Einladung an, um es zu nutzen.'],
      button: 'Einladung annehmen',
      after: [
        'Der Link ist nur für Sie, funktioniert einmal und gilt {{validFor}}.',
        'Falls Sie nicht wissen, worum es geht, ignorieren Sie diese Nachricht.',
      ],
      sms: 'Sie sind zu {{project.name}} eingeladen: {{link}}',
    },
    otp: {
      subject: '{{code}} ist Ihr Code für {{project.name}}',
      title: 'Ihr Code zur Anmeldung',
      before: ['Geben Sie diesen Code ein, um sich bei {{project.name}} anzumelden:'],
      after: ['Er gilt {{validFor}}. Sagen Sie ihn niemandem, auch uns nicht.', notYou],
      sms: '{{code}} ist Ihr Code für {{project.name}}. Er gilt {{validFor}}. Sagen Sie ihn niemandem.',
    },
    magicLink: {
      subject: 'Anmeldung bei {{project.name}}',
      title: 'Ihr Link zur Anmeldung',
      before: ['Mit diesem Link melden Sie sich bei {{project.name}} an:'],
      button: 'Anmelden',
      after: ['Er funktioniert einmal und gilt {{validFor}}.', notYou],
      sms: 'Anmeldung bei {{project.name}}: {{link}}',
    },
    enchantedLink: {
      subject: 'Anmeldung bei {{project.name}}',
      title: 'Bestätigen Sie, dass Sie es sind',
      before: ['Wählen Sie die Zahl, die {{project.name}} Ihnen dort zeigt, wo Sie sich anmelden:'],
      after: ['Das geht einmal und gilt {{validFor}}.', notYou],
      sms: '',
    },
    passwordReset: {
      subject: 'Neues Passwort für {{project.name}}',
      title: 'Neues Passwort wählen',
      before: [
        'Für Ihr Konto wurde ein neues Passwort angefordert. Wenn Sie das waren, geht es hier weiter:',
      ],
      button: 'Passwort wählen',
      after: [
        'Der Link funktioniert einmal und gilt {{validFor}}.',
        'Wenn Sie es nicht waren, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
      ],
      sms: 'Neues Passwort für {{project.name}} wählen: {{link}}',
    },
    verification: {
      subject: '{{code}} ist Ihr Code für {{project.name}}',
      title: 'Bestätigen Sie, dass diese Adresse Ihnen gehört',
      before: ['Geben Sie diesen Code dort ein, wo {{project.name}} danach fragt:'],
      after: ['Er gilt {{validFor}}. Sagen Sie ihn niemandem, auch uns nicht.', notYou],
      sms: '{{code}} bestätigt Ihre Nummer für {{project.name}}. Der Code gilt {{validFor}}. Sagen Sie ihn niemandem.',
    },
    verificationLink: {
      subject: 'Bestätigen Sie Ihre Adresse für {{project.name}}',
      title: 'Bestätigen Sie, dass diese Adresse Ihnen gehört',
      before: ['Mit diesem Link bestätigen Sie Ihre Adresse für {{project.name}}:'],
      button: 'Adresse bestätigen',
      after: ['Er funktioniert einmal und gilt {{validFor}}.', notYou],
      sms: 'Bestätigen Sie Ihre Nummer für {{project.name}}: {{link}}',
    },
    emailChanged: {
      subject: 'Ihre Adresse für {{project.name}} wurde geändert',
      title: 'Ihre Adresse wurde geändert',
      before: ['Nachrichten zu Ihrem Konto gehen jetzt an {{newAddress}}.'],
      after: ['Wenn Sie das nicht waren, melden Sie sich sofort bei denen, die {{project.name}} betreiben.'],
      sms: 'Ihre Nummer für {{project.name}} wurde in {{newAddress}} geändert. Falls Sie das nicht waren, melden Sie sich sofort.',
    },
    ssoSetup: {
      subject: 'Single Sign-on für {{project.name}} einrichten',
      title: 'Single Sign-on einrichten',
      before: [
        'Mit diesem Link verbinden Sie den Identitätsanbieter von {{tenant}} mit {{project.name}}, damit Ihre Leute sich damit anmelden.',
      ],
      button: 'Single Sign-on einrichten',
      after: [
        'Er gilt {{validFor}}. Wer ihn hat, kann ihn benutzen: Geben Sie ihn nur an Ihre Administratoren weiter.',
      ],
      sms: 'Single Sign-on von {{tenant}} für {{project.name}} einrichten: {{link}}',
    },
    test: {
      subject: 'Eine Testnachricht von {{project.name}}',
      title: 'Es funktioniert',
      before: ['Diese Nachricht zeigt, dass {{project.name}} Sie erreichen kann.'],
      after: [],
      sms: 'Diese Nachricht zeigt, dass {{project.name}} Sie erreichen kann.',
    },
  },
};
