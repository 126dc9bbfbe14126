import type { NoticedFactor, SecurityNoticeKind } from '../../../core/security-notices.ts';
import type { Language } from '../../../http/language.ts';
import type { NoticeOutcome } from '../../credentials/security-notices/answer-notice.ts';

export interface Texts {
  title: string;
  events: Record<SecurityNoticeKind, (facts: { factor: string; newAddress: string }) => string>;
  factors: Record<NoticedFactor, string>;
  byAdministrator: string;
  unknownDevice: string;
  consequence: string;
  submit: string;
  itWasMe: string;
  doneTitle: string;
  done: string;
  /** After a link for a new password was sent. */
  sent: string;
  next: Record<NoticeOutcome, string>;
  check: string;
  deadTitle: string;
  dead: string;
}

export const texts: Record<Language, Texts> = {
  en: {
    title: 'Wasn’t this you?',
    events: {
      newDevice: () => 'Your account was signed in to from a new device.',
      passwordChanged: () => 'The password of your account was changed.',
      factorAdded: ({ factor }) => `A sign-in method was added to your account: ${factor}.`,
      factorRemoved: ({ factor }) => `A sign-in method was removed from your account: ${factor}.`,
      addressChanged: ({ newAddress }) =>
        `The email address or phone number of your account was changed to ${newAddress}.`,
      recoveryCodeUsed: () => 'Your account was signed in to with a recovery code.',
      accountLocked: () => 'Your password was locked after too many wrong attempts.',
      deletionRequested: () => 'Your account is to be deleted. If you continue, it is kept.',
    },
    factors: { totp: 'authenticator app', passkey: 'passkey', recoveryCodes: 'recovery codes' },
    byAdministrator: 'By an administrator',
    unknownDevice: 'Unknown device',
    consequence:
      'If it wasn’t you, continue. This signs you out on all devices and locks your account until you, or the people who run ' +
      'the application, have made sure that it is yours.',
    submit: 'This wasn’t me: end all sessions',
    itWasMe: 'If it was you, close this page. Nothing has changed.',
    doneTitle: 'All sessions have ended',
    done: 'Your account is signed out on all devices.',
    sent: 'Your password no longer works. We’ve sent a link to set a new one to your email address.',
    next: {
      secured: 'Sign in again. If you have a password, it no longer works: reset it on the sign-in page.',
      disabled:
        'Your address for this account had been replaced, so we’ve disabled the account: nobody can sign in to it. Contact the ' +
        'application’s support team to get it back.',
      ended:
        'This is no longer the address of the account. Contact the application’s support team if the account is yours.',
    },
    check: 'After signing in, remove sign-in methods that you don’t recognize.',
    deadTitle: 'This link is no longer valid',
    dead: 'It has already been used, or is older than 7 days. If you notice anything else, contact the application’s support team.',
  },
  de: {
    title: 'Waren Sie das nicht?',
    events: {
      newDevice: () => 'Bei Ihrem Konto gab es eine Anmeldung von einem neuen Gerät.',
      passwordChanged: () => 'Das Passwort Ihres Kontos wurde geändert.',
      factorAdded: ({ factor }) => `Bei Ihrem Konto ist eine Anmeldemethode dazugekommen: ${factor}.`,
      factorRemoved: ({ factor }) => `Bei Ihrem Konto wurde eine Anmeldemethode entfernt: ${factor}.`,
      addressChanged: ({ newAddress }) =>
        `Die Mailadresse oder Telefonnummer Ihres Kontos wurde geändert. Die neue ist ${newAddress}.`,
      recoveryCodeUsed: () => 'Bei Ihrem Konto gab es eine Anmeldung mit einem Wiederherstellungscode.',
      accountLocked: () => 'Ihr Passwort wurde nach zu vielen falschen Versuchen gesperrt.',
      deletionRequested: () => 'Ihr Konto soll gelöscht werden. Wenn Sie weitermachen, bleibt es erhalten.',
    },
    factors: { totp: 'Authenticator-App', passkey: 'Passkey', recoveryCodes: 'Wiederherstellungscodes' },
    byAdministrator: 'Durch die Verwaltung',
    unknownDevice: 'Unbekanntes Gerät',
    consequence:
      'Wenn Sie das nicht waren, gehen Sie weiter. Damit werden Sie überall abgemeldet, und Ihr Konto wird gesperrt, bis Sie ' +
      'selbst oder die Betreiber der Anwendung sicher sind, dass es Ihnen gehört.',
    submit: 'Das war ich nicht: überall abmelden',
    itWasMe: 'Wenn Sie es doch waren, schließen Sie diese Seite. Es hat sich nichts geändert.',
    doneTitle: 'Alle Sitzungen sind beendet',
    done: 'Ihr Konto ist jetzt überall abgemeldet.',
    sent: 'Ihr Passwort gilt nicht mehr. An Ihre Mailadresse ist ein Link unterwegs, mit dem Sie ein neues wählen.',
    next: {
      secured:
        'Melden Sie sich neu an. Falls Sie ein Passwort haben, gilt es nicht mehr; ein neues wählen Sie auf der Anmeldeseite.',
      disabled:
        'Ihre Adresse war bei diesem Konto ersetzt worden. Das Konto ist deshalb gesperrt, und niemand kann sich damit anmelden. ' +
        'Wenden Sie sich an die Betreiber der Anwendung, um es zurückzubekommen.',
      ended:
        'Das ist nicht mehr die Adresse dieses Kontos. Wenden Sie sich an die Betreiber der Anwendung, falls das Konto Ihres ist.',
    },
    check: 'Entfernen Sie nach der Anmeldung alle Anmeldemethoden, die Sie nicht kennen.',
    deadTitle: 'Dieser Link gilt nicht mehr',
    dead: 'Er wurde schon benutzt oder ist älter als 7 Tage. Wenn Ihnen noch etwas auffällt, wenden Sie sich an die Betreiber der Anwendung.',
  },
};

/** Formats a moment. The server does not know the browser's time zone, so the text names the zone. */
export function momentIn(language: Language, moment: number): string {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(moment)} UTC`;
}
