import type { Language } from '../../../http/language.ts';

interface Texts {
  title: string;
  unknownApplication: string;
  badRequest(reason: string): string;
  expired: string;
  tooLong: string;
  notAllowed(application: string, loginId: string): string;
  otherAccount: string;
  logoutTitle: string;
}

export const texts: Record<Language, Texts> = {
  en: {
    title: 'You can’t sign in here',
    unknownApplication:
      'The application that sent you here isn’t known, or it has been switched off. Contact its support team.',
    badRequest: (reason) =>
      `The application that sent you here made a mistake. Tell its support team what was wrong: ${reason}`,
    expired: 'This page has expired. Go back to the application and start again.',
    tooLong: 'The application sent you here with too much data. Contact its support team.',
    notAllowed: (application, loginId) =>
      `Your account ${loginId} doesn’t have access to ${application}. Ask your administrator for access, or use another account.`,
    otherAccount: 'Use another account',
    logoutTitle: 'This sign-out can’t continue',
  },
  de: {
    title: 'Hier können Sie sich nicht anmelden',
    unknownApplication:
      'Die Anwendung, von der Sie kommen, ist unbekannt oder abgeschaltet. Wenden Sie sich an ihren Support.',
    badRequest: (reason) =>
      `Die Anwendung, von der Sie kommen, hat einen Fehler gemacht. Sagen Sie ihrem Support, was falsch war: ${reason}`,
    expired: 'Diese Seite ist abgelaufen. Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    tooLong: 'Die Anwendung hat Sie mit zu vielen Daten geschickt. Wenden Sie sich an ihren Support.',
    notAllowed: (application, loginId) =>
      `Ihr Konto ${loginId} hat keinen Zugang zu ${application}. Bitten Sie Ihre Administration um Zugang, oder verwenden Sie ein anderes Konto.`,
    otherAccount: 'Anderes Konto verwenden',
    logoutTitle: 'Diese Abmeldung kann nicht fortgesetzt werden',
  },
};
