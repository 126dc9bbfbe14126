import type { Sentence, Texts } from './text.ts';

const notGranted: Sentence = [
  'Der Benutzer darf die Anwendung nicht benutzen.',
  'Fügen Sie die Anwendung dem Benutzer oder einem seiner Mandanten hinzu.',
];

const wrongSignature: Sentence = [
  'Die Signatur der Anfrage stammt nicht vom Zertifikat der Anwendung.',
  'Tragen Sie unter Einstellungen das aktuelle Zertifikat der Anwendung ein.',
];

export const german: Texts = {
  findings: {
    appDisabled: () => ['Die Anwendung ist ausgeschaltet.', 'Schalten Sie sie ein.'],
    noMethod: () => [
      'Mit keinem Verfahren kann sich dieser Benutzer anmelden.',
      'Öffnen Sie den Benutzer und vergleichen Sie die Verfahren auf dem Reiter „Anmeldung prüfen“.',
    ],
    granted: () => ['Der Benutzer darf die Anwendung benutzen.'],
    notGranted: () => notGranted,
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
    unverifiedName: () => [
      'Die Adresse, die als Name-ID dient, ist nicht bestätigt, deshalb bekommt die Anwendung sie nicht.',
      'Lassen Sie den Benutzer sie bestätigen, kennzeichnen Sie sie als bestätigt, oder wählen Sie unter Einstellungen eine andere Name-ID oder „Unbestätigte Adressen senden“.',
    ],
    unverifiedOmitted: () => [
      'Adressen des Benutzers, die nicht bestätigt sind, fehlen.',
      'Lassen Sie den Benutzer sie bestätigen, kennzeichnen Sie sie als bestätigt, oder wählen Sie unter Einstellungen „Unbestätigte Adressen senden“.',
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
  events: {
    signedIn: () => ['Der Benutzer hat sich angemeldet.'],
    device: () => ['Der Benutzer hat sich an einem Gerät angemeldet.'],
    own: () => ['Die Anwendung hat ein eigenes Token bekommen, ohne Benutzer (Client Credentials).'],
    logoutFailed: () => [
      'Die Anwendung hat nicht erfahren, dass sich der Benutzer abgemeldet hat.',
      'Prüfen Sie unter Einstellungen die Adresse für Back-Channel-Logout, und ob dieser Server sie erreicht.',
    ],
  },
  oidc: {
    'not-granted': () => notGranted,
    redirect: ({ redirectUri }) => [
      redirectUri
        ? `Die Anwendung wollte den Benutzer bei ${redirectUri} zurück. Diese Adresse ist keine ihrer Weiterleitungs-URLs.`
        : 'Die Anwendung hat nicht gesagt, wo sie den Benutzer zurückhaben will.',
      'Tragen Sie die Adresse unter Einstellungen → Zugelassene Weiterleitungs-URLs ein, oder ändern Sie sie in der Anwendung.',
    ],
    request: () => [
      'Die vorab gesendete Anfrage war abgelaufen oder schon benutzt.',
      'Der Benutzer beginnt von vorn.',
    ],
    invalid_client: () => [
      'Die Anwendung hat nicht bewiesen, wer sie ist.',
      'Vergleichen Sie Client-ID und Client-Geheimnis in der Anwendung. Vielleicht ist das Geheimnis abgelaufen oder widerrufen.',
    ],
    invalid_grant: () => [
      'Der Code oder das Erneuerungs-Token war zu alt, schon benutzt, oder der Zugang des Benutzers war widerrufen.',
      'Der Benutzer meldet sich neu an. Geschieht es jedes Mal, vergleichen Sie die Uhren und suchen Sie einen Proxy, der Anfragen wiederholt.',
    ],
    invalid_target: () => [
      'Die Anwendung wollte eine Ressource, die nicht in ihren Einstellungen steht.',
      'Tragen Sie sie unter Einstellungen → Sicherheit → Ressourcen ein, oder ändern Sie die Anwendung.',
    ],
    unauthorized_client: () => [
      'Die Anwendung hat um etwas gebeten, das für sie ausgeschaltet ist.',
      'Erlauben Sie es unter Einstellungen → Worum sie bitten kann.',
    ],
    dpop: () => [
      'Der Beweis des Schlüssels (DPoP) wurde nicht angenommen.',
      'Vergleichen Sie die Uhren, und LATCHKEY_BASE_URL mit der Adresse, die die Anwendung benutzt.',
    ],
    'device-denied': () => [
      'Der Benutzer hat die Anmeldung eines Geräts abgelehnt.',
      'Hat er sie nicht selbst begonnen, ist alles in Ordnung.',
    ],
  },
  saml: {
    'not-granted': () => notGranted,
    metadata: () => [
      'Die Metadaten der Anwendung waren nicht zu lesen.',
      'Prüfen Sie unter Einstellungen die Adresse der Metadaten, und ob dieser Server sie erreicht.',
    ],
    issuer: () => [
      'Die Anfrage kam von einer anderen Entity-ID.',
      'Vergleichen Sie die Entity-ID unter Einstellungen mit der in der Anwendung.',
    ],
    destination: () => [
      'Die Anfrage war an einen anderen Server gerichtet.',
      'Tragen Sie in der Anwendung die Anmeldeadresse vom Reiter „Verbinden“ ein.',
    ],
    expired: () => ['Die Anfrage war zu alt.', 'Vergleichen Sie die Uhren beider Server.'],
    signature: () => wrongSignature,
    certificate: () => wrongSignature,
    request: () => [
      'Die Anfrage der Anwendung wollte etwas, das ihre Einstellungen nicht erlauben.',
      'Vergleichen Sie den Grund mit den Einstellungen, vor allem die ACS-Adresse.',
    ],
    InvalidNameIDPolicy: () => [
      'Der Benutzer hat keinen Namen in dem Format, das die Anwendung verlangt.',
      'Tragen Sie eine E-Mail-Adresse des Benutzers ein oder lassen Sie sie bestätigen, oder ändern Sie das Format der Name-ID in der Anwendung oder unter Einstellungen.',
    ],
    NoAuthnContext: () => [
      'Die Anwendung verlangte eine stärkere Anmeldung als die des Benutzers.',
      'Verlangen Sie in der Anmelderichtlinie einen zweiten Faktor, oder lassen Sie die Anwendung weniger verlangen.',
    ],
  },
  repeated: (count) => ` (${count}-mal)`,
};
