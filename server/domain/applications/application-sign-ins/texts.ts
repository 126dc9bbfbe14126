import type { Language } from '../../../http/language.ts';
import type { AppFinding } from './finding.ts';

/** What is so, and what an administrator can do about it. */
type Sentence = readonly [sentence: string, remedy?: string];

interface Texts {
  findings: Record<AppFinding['code'], (detail: string) => Sentence>;
}

const english: Texts = {
  findings: {
    appDisabled: () => ['The application is turned off.', 'Turn it on.'],
    noMethod: () => [
      'No sign-in method works for this user.',
      'Open the user and compare the methods on the tab Sign-in.',
    ],
    granted: () => ['The user may use the application.'],
    notGranted: () => [
      'The user may not use the application.',
      'Add the application to the user or to one of their tenants.',
    ],
    codeOff: () => [
      'The application does not allow the authorization code, so no browser can sign in to it.',
      'Allow it under Settings → Allowed grants.',
    ],
    noRedirectUrl: () => [
      'The application has no redirect URL, so every sign-in is refused.',
      'Add the one that its documentation names under Settings → Allowed redirect URLs.',
    ],
    noOpenid: () => [
      'Without the scope openid the application gets an access token, and neither an ID token nor userinfo.',
      'Let the application ask for openid.',
    ],
    noNameId: () => [
      'The user does not have what the application gets as name ID.',
      'Enter an email address or phone number of the user, or choose another name ID under Settings.',
    ],
    noMetadata: (detail) => [
      detail,
      'Check the metadata URL under Settings and that this server can reach it.',
    ],
    notServed: () => [
      'Users cannot sign in to WS-Federation applications yet.',
      'Use SAML or OpenID Connect.',
    ],
  },
};

const german: Texts = {
  findings: {
    appDisabled: () => ['Die Anwendung ist ausgeschaltet.', 'Schalten Sie sie ein.'],
    noMethod: () => [
      'Mit keinem Verfahren kann sich dieser Benutzer anmelden.',
      'Öffnen Sie den Benutzer und vergleichen Sie die Verfahren auf dem Reiter „Anmeldung“.',
    ],
    granted: () => ['Der Benutzer darf die Anwendung benutzen.'],
    notGranted: () => [
      'Der Benutzer darf die Anwendung nicht benutzen.',
      'Fügen Sie die Anwendung dem Benutzer oder einem seiner Mandanten hinzu.',
    ],
    codeOff: () => [
      'Die Anwendung erlaubt den Autorisierungscode nicht, deshalb kann sich kein Browser an ihr anmelden.',
      'Erlauben Sie ihn unter Einstellungen → Worum sie bitten kann.',
    ],
    noRedirectUrl: () => [
      'Die Anwendung hat keine Weiterleitungs-URL, deshalb wird jede Anmeldung abgewiesen.',
      'Tragen Sie die aus ihrer Dokumentation unter Einstellungen → Zugelassene Weiterleitungs-URLs ein.',
    ],
    noOpenid: () => [
      'Ohne den Scope openid bekommt die Anwendung ein Zugriffs-Token und weder ein ID-Token noch Userinfo.',
      'Lassen Sie die Anwendung um openid bitten.',
    ],
    noNameId: () => [
      'Der Benutzer hat nicht, was die Anwendung als Name-ID bekommt.',
      'Tragen Sie eine E-Mail-Adresse oder Telefonnummer ein, oder wählen Sie unter Einstellungen eine andere Name-ID.',
    ],
    noMetadata: (detail) => [
      detail,
      'Prüfen Sie unter Einstellungen die Adresse der Metadaten, und ob dieser Server sie erreicht.',
    ],
    notServed: () => [
      'An WS-Federation-Anwendungen kann man sich noch nicht anmelden.',
      'Verwenden Sie SAML oder OpenID Connect.',
    ],
  },
};

const texts: Record<Language, Texts> = { en: english, de: german };

export function explainAppFinding(language: Language, { code, detail = '' }: AppFinding) {
  const [sentence, remedy = ''] = texts[language].findings[code](detail);
  return { sentence, remedy };
}
