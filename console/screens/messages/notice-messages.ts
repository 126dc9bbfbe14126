import { defineMessages } from '../../i18n/languages.ts';

export const noticeMessages = defineMessages(
  {
    title: 'Security notices',
    which: 'Send a notice after',
    lead:
      'Users get an email at their verified address when one of these happens, with a link to end all sessions and protect ' +
      'the account. Requires an email connector.',
    kinds: {
      newDevice: {
        label: 'Sign-in from a new device',
        description:
          'Recognized by browser, system and network, so a sign-in through your own server looks the same for all users.',
      },
      passwordChanged: { label: 'Password changed or reset' },
      factorAdded: { label: 'Authenticator app or passkey added' },
      factorRemoved: { label: 'Authenticator app or passkey removed' },
      addressChanged: {
        label: 'Email address or phone number changed',
        description:
          'Goes to the old email address. Its holder can have the account disabled, but can’t sign in.',
      },
      recoveryCodeUsed: { label: 'Recovery code used' },
      accountLocked: { label: 'Password locked after wrong attempts' },
      deletionRequested: {
        label: 'Deletion requested on the account page',
        description: 'Its reader can keep the account.',
      },
    },
    all: 'Select all',
    none: 'Clear',
  },
  {
    title: 'Sicherheitshinweise',
    which: 'Einen Hinweis senden nach',
    lead:
      'Benutzer bekommen eine Mail an ihre bestätigte Adresse, wenn so etwas geschieht, mit einem Link, der alle Sitzungen ' +
      'beendet und das Konto schützt. Dafür braucht es eine Anbindung für Mail.',
    kinds: {
      newDevice: {
        label: 'Anmeldung von einem neuen Gerät',
        description:
          'Erkannt an Browser, System und Netz. Anmeldungen über Ihren eigenen Server sehen deshalb für alle Benutzer gleich aus.',
      },
      passwordChanged: { label: 'Passwort geändert oder neu gewählt' },
      factorAdded: { label: 'Authenticator-App oder Passkey hinzugefügt' },
      factorRemoved: { label: 'Authenticator-App oder Passkey entfernt' },
      addressChanged: {
        label: 'Mailadresse oder Telefonnummer geändert',
        description:
          'Geht an die alte Mailadresse. Wer sie hat, kann das Konto sperren lassen, sich aber nicht anmelden.',
      },
      recoveryCodeUsed: { label: 'Wiederherstellungscode benutzt' },
      accountLocked: { label: 'Passwort nach falschen Versuchen gesperrt' },
      deletionRequested: {
        label: 'Löschung auf der Kontoseite verlangt',
        description: 'Wer sie liest, kann das Konto behalten.',
      },
    },
    all: 'Alle auswählen',
    none: 'Keinen',
  },
);
