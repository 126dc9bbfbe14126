import type { Language } from '../../../http/language.ts';

/** The texts of the pages that applications send a browser to. */
export interface Texts {
  returning: string;
  goOn: string;
  cannotSignIn: string;
  unknownClient: string;
  disabled: string;
  wrongRedirect(application: string): string;
  missingRedirect(application: string): string;
  requestGone(application: string): string;
  notAllowed(application: string, loginId: string): string;
  otherAccount: string;
  tooLong: string;
  consent: ConsentTexts;
  signOut: SignOutTexts;
}

interface SignOutTexts {
  title(project: string): string;
  lead: string;
  submit: string;
  done: string;
  doneLead: string;
  failed: string;
  wrongHint: string;
  noHint: string;
}

export interface ConsentTexts {
  title(application: string): string;
  lead(application: string): string;
  /** Shown for an application that nobody here has checked. */
  unverified(host: string): string;
  /** The scopes of OpenID Connect. */
  scopes: Record<'openid' | 'profile' | 'email' | 'phone' | 'offline_access', string>;
  inTenant(tenant: string): string;
  everyone(tenant: string): string;
  allow: string;
  deny: string;
  back(host: string): string;
  policy: string;
  terms: string;
  expired: string;
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
    missingRedirect: (application) =>
      `${application} sent you here without a return address (redirect_uri). Contact its support team.`,
    requestGone: (application) =>
      `This sign-in has expired or was already completed. Go back to ${application} and sign in there again.`,
    notAllowed: (application, loginId) =>
      `Your account ${loginId} doesn’t have access to ${application}. Ask your administrator for access, or use another account.`,
    otherAccount: 'Use another account',
    tooLong: 'The application sent you here with an address that is too long. Contact its support team.',
    consent: {
      title: (application) => `Allow ${application} to use your account?`,
      lead: (application) => `${application} asks to:`,
      unverified: (host) =>
        `This application registered itself, and nobody has checked it. Allow it only if you started this yourself, and if you trust ${host}.`,
      scopes: {
        openid: 'Recognize you when you come back',
        profile: 'See your name and picture',
        email: 'See your email address',
        phone: 'See your phone number',
        offline_access: 'Keep this access when you are not using it',
      },
      inTenant: (tenant) => `This applies to what you do for ${tenant}.`,
      everyone: (tenant) => `Allow it for everyone at ${tenant}`,
      allow: 'Allow',
      deny: 'Cancel',
      back: (host) => `You will return to ${host}. You can withdraw this on your account page.`,
      policy: 'Privacy policy',
      terms: 'Terms of service',
      expired:
        'This page has expired, or you have signed in again since. Go back to the application and start again.',
    },
    signOut: {
      title: (project) => `Sign out of ${project}?`,
      lead: 'You will also be signed out of the applications that you opened with this sign-in.',
      submit: 'Sign out',
      done: 'You are signed out',
      doneLead: 'You can close this window.',
      failed: 'You can’t sign out this way',
      wrongHint:
        'The request to sign out isn’t valid: its id_token_hint is not an ID token of the application. Contact its support team.',
      noHint:
        'The request to sign out doesn’t say which application it comes from: its id_token_hint is missing. Contact the application’s support team.',
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
    missingRedirect: (application) =>
      `${application} hat Sie ohne Rücksprungadresse (redirect_uri) hergeschickt. Wenden Sie sich an ihren Support.`,
    requestGone: (application) =>
      `Diese Anmeldung ist abgelaufen oder schon abgeschlossen. Gehen Sie zurück zu ${application} und melden Sie sich dort neu an.`,
    notAllowed: (application, loginId) =>
      `Ihr Konto ${loginId} hat keinen Zugang zu ${application}. Bitten Sie Ihre Administration um Zugang, oder verwenden Sie ein anderes Konto.`,
    otherAccount: 'Anderes Konto verwenden',
    tooLong: 'Die Anwendung hat Sie mit einer zu langen Adresse geschickt. Wenden Sie sich an ihren Support.',
    consent: {
      title: (application) => `Darf ${application} Ihr Konto verwenden?`,
      lead: (application) => `${application} möchte:`,
      unverified: (host) =>
        `Diese Anwendung hat sich selbst angemeldet, und niemand hat sie geprüft. Erlauben Sie sie nur, wenn Sie selbst damit begonnen haben und ${host} vertrauen.`,
      scopes: {
        openid: 'Sie wiedererkennen, wenn Sie zurückkommen',
        profile: 'Ihren Namen und Ihr Bild sehen',
        email: 'Ihre E-Mail-Adresse sehen',
        phone: 'Ihre Telefonnummer sehen',
        offline_access: 'Diesen Zugang behalten, auch wenn Sie die Anwendung nicht benutzen',
      },
      inTenant: (tenant) => `Das gilt für das, was Sie für ${tenant} tun.`,
      everyone: (tenant) => `Für alle bei ${tenant} erlauben`,
      allow: 'Erlauben',
      deny: 'Abbrechen',
      back: (host) => `Sie kehren zu ${host} zurück. Auf Ihrer Kontoseite können Sie dies widerrufen.`,
      policy: 'Datenschutzerklärung',
      terms: 'Nutzungsbedingungen',
      expired:
        'Diese Seite ist abgelaufen, oder Sie haben sich inzwischen neu angemeldet. Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    },
    signOut: {
      title: (project) => `Von ${project} abmelden?`,
      lead: 'Sie werden auch von den Anwendungen abgemeldet, die Sie mit dieser Anmeldung geöffnet haben.',
      submit: 'Abmelden',
      done: 'Sie sind abgemeldet',
      doneLead: 'Sie können dieses Fenster schließen.',
      failed: 'So können Sie sich nicht abmelden',
      wrongHint:
        'Die Abmeldung ist ungültig: Ihr id_token_hint ist kein ID-Token der Anwendung. Wenden Sie sich an deren Support.',
      noHint:
        'Die Abmeldung sagt nicht, von welcher Anwendung sie kommt: Ihr id_token_hint fehlt. Wenden Sie sich an den Support der Anwendung.',
    },
  },
};
