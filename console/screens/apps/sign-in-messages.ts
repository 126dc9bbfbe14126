import { defineMessages } from '../../i18n/languages.ts';

export const signInMessages = defineMessages(
  {
    preview: 'Preview',
    previewLead:
      'Shows whether a sign-in by this user would succeed now, and what the application would receive. No ' +
      'session is created.',
    user: 'User',
    userLead: 'The user who would sign in.',
    userPlaceholder: 'Name or login ID',
    scopes: 'Scopes',
    scopesLead: 'The scopes that the application requests.',
    allowed: 'The sign-in would succeed',
    refused: 'The sign-in would be rejected',
    given: 'The application receives',
    value: 'Value',
    nameId: 'NameID',
    newEachTime: 'A new one for each session',
    nothing: 'The application receives nothing about this user.',
    real: 'Sign-in',
    realLead:
      'A test sign-in asks you to sign in with a user account in a new tab, and shows what the application ' +
      'would receive. Nothing is sent to the application.',
    test: 'Test sign-in',
    realMissing: 'To open the application’s own sign-in from here, enter its sign-in page under Settings.',
    start: 'Open the application’s sign-in',
    signIns: 'Last sign-ins',
    signInsLead: 'The last 50 sign-ins to this application, including rejected ones, newest first.',
    refresh: 'Refresh',
    noSignIns: 'No sign-ins yet',
    noSignInsLead: 'Sign-ins appear here. For rejected ones, you see what to do.',
    outcomes: { signedIn: 'Signed in', refused: 'Rejected', logoutFailed: 'Logout failed' },
  },
  {
    preview: 'Vorschau',
    previewLead:
      'Was die Anwendung bekäme, wenn sich dieser Benutzer jetzt anmeldete, und ob die Anmeldung gelänge. Niemand wird angemeldet.',
    user: 'Benutzer',
    userLead: 'Wen die Anwendung sähe.',
    userPlaceholder: 'Name oder Anmeldename',
    scopes: 'Scopes',
    scopesLead: 'Worum die Anwendung bittet.',
    allowed: 'Die Anmeldung gelänge',
    refused: 'Die Anmeldung würde abgewiesen',
    given: 'Die Anwendung bekommt',
    value: 'Wert',
    nameId: 'Name-ID',
    newEachTime: 'Für jede Sitzung eine neue',
    nothing: 'Die Anwendung bekommt nichts über diesen Benutzer.',
    real: 'Anmeldung',
    realLead:
      'Für den Test melden Sie sich in einem neuen Tab mit einem Benutzerkonto an und sehen, was die Anwendung bekäme. An sie wird nichts gesendet.',
    test: 'Anmeldung testen',
    realMissing:
      'Um von hier aus bei der Anwendung selbst zu beginnen, tragen Sie unter Einstellungen ihre Anmeldeseite ein.',
    start: 'Anmeldung der Anwendung öffnen',
    signIns: 'Letzte Anmeldungen',
    signInsLead: 'Die letzten 50 Anmeldungen und Abweisungen dieser Anwendung, die neuesten zuerst.',
    refresh: 'Aktualisieren',
    noSignIns: 'Noch keine Anmeldungen',
    noSignInsLead: 'Anmeldungen erscheinen hier, die abgewiesenen mit dem, was zu tun ist.',
    outcomes: { signedIn: 'Angemeldet', refused: 'Abgewiesen', logoutFailed: 'Abmeldung misslungen' },
  },
);
