import { defineMessages } from '../../../i18n/languages.ts';

/** The meaning and remedy of each kind of failure. */
export const failureMessages = defineMessages<Record<string, string>>(
  {
    'too-large':
      'The response is too large. Configure the identity provider to send fewer groups or attributes.',
    encoding:
      'The response cannot be decoded. Check that the identity provider sends it to the ACS URL by POST.',
    xml: 'The response is not valid XML, or contains XML that is not allowed. Check the application at the identity provider.',
    signature:
      'The signature is missing or invalid. Configure the identity provider to sign the assertion. If it has a new certificate, save its metadata again.',
    'weak-algorithm': 'The signature algorithm is too weak. Choose SHA-256 at the identity provider.',
    certificate: 'The certificate of the identity provider cannot be used. Save its metadata again.',
    encryption:
      'The assertion cannot be decrypted. Give the identity provider this connection’s certificate, or turn ' +
      'encryption off.',
    status:
      'The identity provider rejected the sign-in. Check there that the user is assigned to the application.',
    version: 'The response is not SAML 2.0.',
    issuer:
      'The response comes from a different identity provider than the one set up here. Compare the entity IDs.',
    destination:
      'The response was meant for a different address. Compare the ACS URL at the identity provider.',
    recipient:
      'The response was meant for a different recipient. Compare the ACS URL at the identity provider.',
    audience:
      'The response was meant for a different application. Compare the entity ID (audience) at the identity provider.',
    'in-response-to':
      'The response does not match a sign-in in progress. The sign-in took too long, or it was started at the identity provider.',
    'assertion-count': 'The response must contain exactly one assertion.',
    subject:
      'The response does not identify the user. Check which NameID or subject the identity provider sends.',
    condition: 'The response has a condition that is not supported.',
    expired: 'The response has expired. Compare the clocks of both servers.',
    'not-yet-valid': 'The response is not valid yet. Compare the clocks of both servers.',
    'authn-statement': 'The response does not state that the user signed in, or when.',
    attributes:
      'An attribute cannot be used. Check the user attributes above and what the identity provider sends.',
    replay: 'The same response arrived twice. If the user did not reload the page, it may have been copied.',
    request: 'The sign-in expired or was continued in a different browser.',
    metadata: 'The identity provider’s metadata cannot be used. Save the connection again.',
    unreachable: 'The identity provider did not respond in time.',
    denied:
      'The identity provider returned the user without signing them in. Check there who has access to the application.',
    refused: 'The identity provider rejected the client ID and client secret. Check both.',
    response: 'The identity provider’s response does not follow the protocol.',
    'id-token': 'The ID token is not for this sign-in. Compare the issuer and client ID.',
    tenant: 'The tenant is disabled.',
    state: 'The sign-in was started in a different browser, has expired or is already complete.',
    connection: 'The connection was changed during the sign-in.',
    'awaits-decision': 'The identity provider was replaced through a setup link. Decide above first.',
    'auth-time': 'The user had to sign in again, and the identity provider does not confirm that they did.',
    redirect: 'The connection has no redirect URL. Set one.',
    browser: 'The sign-in was not continued in the browser that started it.',
    busy: 'Too many sign-ins were in progress at once.',
    user: 'This user may not sign in. The reason is shown below.',
    groups: 'The user’s groups are missing. The reason below says what to change at the identity provider.',
    userinfo: 'The userinfo endpoint returned nothing usable. The reason is shown below.',
  },
  {
    'too-large': 'Die Antwort ist zu groß. Lassen Sie weniger Gruppen oder Attribute senden.',
    encoding: 'Die Antwort ist verstümmelt. Der Identitätsanbieter muss sie per POST an die ACS-URL senden.',
    xml: 'Die Antwort ist kein erlaubtes XML. Prüfen Sie die Anwendung beim Identitätsanbieter.',
    signature:
      'Die Signatur fehlt oder passt nicht. Der Identitätsanbieter muss die Assertion signieren. Hat er ein neues Zertifikat, speichern Sie seine Metadaten noch einmal.',
    'weak-algorithm': 'Die Signatur ist zu schwach. Wählen Sie beim Identitätsanbieter SHA-256.',
    certificate:
      'Das Zertifikat des Identitätsanbieters ist unbrauchbar. Speichern Sie seine Metadaten noch einmal.',
    encryption:
      'Die Assertion lässt sich nicht entschlüsseln. Geben Sie dem Identitätsanbieter unser Zertifikat oder schalten Sie die Verschlüsselung aus.',
    status:
      'Der Identitätsanbieter hat die Anmeldung abgelehnt. Prüfen Sie dort, ob die Person die Anwendung nutzen darf.',
    version: 'Die Antwort ist nicht SAML 2.0.',
    issuer:
      'Die Antwort kommt von einem anderen Identitätsanbieter als dem eingerichteten. Vergleichen Sie die Entity-IDs.',
    destination:
      'Die Antwort war für eine andere Adresse. Vergleichen Sie die ACS-URL beim Identitätsanbieter.',
    recipient:
      'Die Antwort war für einen anderen Empfänger. Vergleichen Sie die ACS-URL beim Identitätsanbieter.',
    audience: 'Die Antwort war für eine andere Anwendung. Vergleichen Sie dort die Entity-ID (Audience).',
    'in-response-to':
      'Die Antwort gehört zu keiner laufenden Anmeldung. Sie kam zu spät, oder sie begann beim Identitätsanbieter.',
    'assertion-count': 'Die Antwort muss genau eine Assertion haben.',
    subject:
      'Es ist nicht klar, wer sich angemeldet hat. Prüfen Sie, welche NameID oder welches Subject gesendet wird.',
    condition: 'Die Antwort hat eine Bedingung, die hier nicht bekannt ist.',
    expired: 'Die Antwort ist zu alt. Vergleichen Sie die Uhren beider Server.',
    'not-yet-valid': 'Die Antwort kommt aus der Zukunft. Vergleichen Sie die Uhren beider Server.',
    'authn-statement': 'Die Antwort sagt nicht, dass oder wann sich die Person angemeldet hat.',
    attributes:
      'Ein Attribut ist unbrauchbar. Prüfen Sie die Angaben zu Benutzern weiter oben und was gesendet wird.',
    replay: 'Dieselbe Antwort kam zweimal. Hat niemand neu geladen, kann sie jemand kopiert haben.',
    request: 'Die Anmeldung ist abgelaufen oder wurde in einem anderen Browser fortgesetzt.',
    metadata:
      'Was der Identitätsanbieter über sich sagt, ist unbrauchbar. Speichern Sie die Verbindung noch einmal.',
    unreachable: 'Der Identitätsanbieter hat nicht rechtzeitig geantwortet.',
    denied:
      'Der Identitätsanbieter hat die Person ohne Anmeldung zurückgeschickt. Prüfen Sie dort, wer die Anwendung nutzen darf.',
    refused:
      'Der Identitätsanbieter nimmt unsere Zugangsdaten nicht an. Prüfen Sie Client-ID und Client-Geheimnis.',
    response: 'Die Antwort des Identitätsanbieters entspricht nicht dem Protokoll.',
    'id-token': 'Das ID-Token ist nicht für diese Anmeldung. Vergleichen Sie Issuer und Client-ID.',
    tenant: 'Der Mandant ist gesperrt.',
    state: 'Die Anmeldung begann in einem anderen Browser, ist abgelaufen oder schon fertig.',
    connection: 'Die Verbindung wurde geändert, während sich jemand anmeldete.',
    'awaits-decision':
      'Der Identitätsanbieter wurde über einen Einrichtungslink ersetzt. Entscheiden Sie zuerst oben.',
    'auth-time':
      'Die Person musste sich neu anmelden, und der Identitätsanbieter sagt nicht, dass sie es tat.',
    redirect: 'Die Verbindung hat keine Weiterleitungs-URL. Tragen Sie eine ein.',
    browser: 'Die Anmeldung wurde in einem anderen Browser fortgesetzt, als sie begann.',
    busy: 'Es gab zu viele Anmeldungen auf einmal.',
    user: 'Dieser Benutzer darf nicht angemeldet werden. Der Grund sagt, warum.',
    groups: 'Die Gruppen eines Benutzers fehlen. Der Grund sagt, was beim Identitätsanbieter zu ändern ist.',
    userinfo: 'Der Userinfo-Endpunkt gab nichts Brauchbares. Der Grund steht darunter.',
  },
);
