import { defineMessages } from '../../i18n/language.tsx';

export const signInMessages = defineMessages(
  {
    preview: 'Preview',
    previewLead:
      'What the application would get if this user signed in now, and whether the sign-in would succeed. Nobody is signed in.',
    user: 'User',
    userLead: 'Whom the application would see.',
    userPlaceholder: 'Name or login ID',
    scopes: 'Scopes',
    scopesLead: 'What the application asks for.',
    allowed: 'The sign-in would succeed',
    refused: 'The sign-in would be refused',
    given: 'The application gets',
    value: 'Value',
    nameId: 'Name ID',
    newEachTime: 'A new one for each session',
    nothing: 'The application gets nothing about this user.',
    real: 'Sign-in',
    realLead:
      'Starts at the application, or here for SAML. You sign in with an account of your own in a new tab.',
    realMissing:
      'Open the application and choose its sign-in. To start from here, enter its sign-in page under Settings.',
    start: 'Start sign-in',
    signIns: 'Last sign-ins',
    signInsLead: 'The last 50 sign-ins and refusals of this application, newest first.',
    refresh: 'Refresh',
    noSignIns: 'No sign-ins yet',
    noSignInsLead: 'Sign-ins appear here, and refused ones with what to do.',
    outcomes: { signedIn: 'Signed in', refused: 'Refused', logoutFailed: 'Logout failed' },
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
      'Beginnt bei der Anwendung, mit SAML hier. Sie melden sich in einem neuen Tab mit einem eigenen Konto an.',
    realMissing:
      'Öffnen Sie die Anwendung und melden Sie sich dort an. Um hier zu beginnen, tragen Sie unter Einstellungen ihre Anmeldeseite ein.',
    start: 'Anmeldung beginnen',
    signIns: 'Letzte Anmeldungen',
    signInsLead: 'Die letzten 50 Anmeldungen und Abweisungen dieser Anwendung, die neuesten zuerst.',
    refresh: 'Aktualisieren',
    noSignIns: 'Noch keine Anmeldungen',
    noSignInsLead: 'Anmeldungen erscheinen hier, die abgewiesenen mit dem, was zu tun ist.',
    outcomes: { signedIn: 'Angemeldet', refused: 'Abgewiesen', logoutFailed: 'Abmeldung misslungen' },
  },
);
