import type { Language } from '../../../http/language.ts';

/** The texts of the pages that applications send a browser to. */
export interface Texts {
  returning: string;
  goOn: string;
  cannotSignIn: string;
  unknownClient: string;
  disabled: string;
  wrongRedirect(application: string): string;
  requestGone(application: string): string;
  notAllowed(application: string, loginId: string): string;
  otherAccount: string;
  tooLong: string;
  signOut: { title(project: string): string; lead: string; submit: string; done: string; doneLead: string };
}

export const texts: Record<Language, Texts> = {
  en: {
    returning: 'Returning to the application',
    goOn: 'Continue',
    cannotSignIn: 'You can’t sign in here',
    unknownClient:
      'The application that sent you here isn’t known. Its client ID is wrong, or it was removed. Contact its support team.',
    disabled: 'The application that sent you here has been switched off. Ask your administrator.',
    wrongRedirect: (application) =>
      `${application} sent you here with a return address that isn’t registered. Contact its support team.`,
    requestGone: (application) =>
      `This sign-in has expired or was already completed. Go back to ${application} and sign in there again.`,
    notAllowed: (application, loginId) =>
      `Your account ${loginId} doesn’t have access to ${application}. Ask your administrator for access, or use another account.`,
    otherAccount: 'Use another account',
    tooLong: 'The application sent you here with an address that is too long. Contact its support team.',
    signOut: {
      title: (project) => `Sign out of ${project}?`,
      lead: 'You will also be signed out of the applications that you opened with this sign-in.',
      submit: 'Sign out',
      done: 'You are signed out',
      doneLead: 'You can close this window.',
    },
  },
  de: {
    returning: 'Zurück zur Anwendung',
    goOn: 'Weiter',
    cannotSignIn: 'Hier können Sie sich nicht anmelden',
    unknownClient:
      'Die Anwendung, von der Sie kommen, ist unbekannt. Ihre Client-ID ist falsch, oder sie wurde entfernt. Wenden Sie sich an ihren Support.',
    disabled: 'Die Anwendung, von der Sie kommen, ist abgeschaltet. Fragen Sie Ihre Administration.',
    wrongRedirect: (application) =>
      `${application} hat Sie mit einer Rücksprungadresse geschickt, die nicht eingetragen ist. Wenden Sie sich an ihren Support.`,
    requestGone: (application) =>
      `Diese Anmeldung ist abgelaufen oder schon abgeschlossen. Gehen Sie zurück zu ${application} und melden Sie sich dort neu an.`,
    notAllowed: (application, loginId) =>
      `Ihr Konto ${loginId} hat keinen Zugang zu ${application}. Bitten Sie Ihre Administration um Zugang, oder verwenden Sie ein anderes Konto.`,
    otherAccount: 'Anderes Konto verwenden',
    tooLong: 'Die Anwendung hat Sie mit einer zu langen Adresse geschickt. Wenden Sie sich an ihren Support.',
    signOut: {
      title: (project) => `Von ${project} abmelden?`,
      lead: 'Sie werden auch von den Anwendungen abgemeldet, die Sie mit dieser Anmeldung geöffnet haben.',
      submit: 'Abmelden',
      done: 'Sie sind abgemeldet',
      doneLead: 'Sie können dieses Fenster schließen.',
    },
  },
};
