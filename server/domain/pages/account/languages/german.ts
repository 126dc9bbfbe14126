import type { Texts } from './text.ts';

export const german: Texts = {
  navigation: 'Konto',
  sections: { profile: 'Profil', sessions: 'Sitzungen' },
  signOut: 'Abmelden',
  signedOut: { title: 'Sie sind abgemeldet', text: 'Sie können dieses Fenster schließen.' },
  off: {
    title: 'Keine Kontoseite',
    text: 'Diese Anwendung hat keine Kontoseite. Bitten Sie ihren Support, Ihr Konto zu ändern.',
  },
  foreignForm: 'Dieses Formular kam von einer anderen Seite. Öffnen Sie Ihre Kontoseite noch einmal.',
  confirm: {
    text: 'Melden Sie sich zuerst noch einmal an, um hier etwas zu ändern.',
    submit: 'Erneut anmelden',
  },
  done: {
    saved: 'Ihre Änderungen sind gespeichert.',
    sessionEnded: 'Die Sitzung ist beendet.',
    othersEnded: 'Alle anderen Sitzungen sind beendet.',
  },
  problems: {
    mistake: 'Das hat nicht geklappt. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    tooLate: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
  },
  profile: {
    title: 'Ihr Profil',
    details: {
      name: 'Name',
      givenName: 'Vorname',
      middleName: 'Zweiter Vorname',
      familyName: 'Nachname',
      picture: 'Bild',
    },
    pictureHint: 'Die https-Adresse eines Bildes',
    monthDay: 'Monat und Tag, zum Beispiel 03-14',
    none: 'Keine Angabe',
    save: 'Speichern',
    facts: 'Über dieses Konto',
    userId: 'Benutzer-ID',
    createdAt: 'Angelegt',
  },
  sessionList: {
    title: 'Ihre Sitzungen',
    lead: 'Die Geräte und Anwendungen, auf denen Sie angemeldet sind. Beenden Sie, was Sie nicht kennen.',
    unknownDevice: 'Unbekanntes Gerät',
    current: 'diese Sitzung',
    signedIn: 'Angemeldet',
    lastUsed: 'Zuletzt verwendet',
    onBehalf: 'Von jemand anderem in Ihrem Namen geöffnet',
    end: 'Beenden',
    othersTitle: 'Überall sonst abmelden',
    othersLead:
      'Beendet alle Sitzungen außer dieser. Anwendungen merken es manchmal erst nach einigen Minuten.',
    endOthers: 'Alle anderen Sitzungen beenden',
  },
};
