import { defineMessages } from '../../../i18n/language.tsx';

/** By the kind of a failure: what it means, and what to do about it. */
export const failureMessages = defineMessages<Record<string, string>>(
  {
    'too-large': 'The answer is too large. Let the identity provider send fewer groups or attributes.',
    encoding: 'The answer is garbled. Check that the identity provider sends it to the ACS URL by POST.',
    xml: 'The answer is no XML that is allowed. Check the application at the identity provider.',
    signature:
      'The signature is missing or does not fit. Let the identity provider sign the assertion. If it has a new certificate, save its metadata again.',
    'weak-algorithm':
      'The signature uses an algorithm that is too weak. Choose SHA-256 at the identity provider.',
    certificate: 'The certificate of the identity provider cannot be used. Save its metadata again.',
    encryption:
      'The assertion cannot be decrypted. Give the identity provider our certificate, or switch encryption off.',
    status: 'The identity provider refused the sign-in. Check there that the person may use the application.',
    version: 'The answer is not SAML 2.0.',
    issuer:
      'The answer comes from another identity provider than the one that is set up. Compare the entity IDs.',
    destination: 'The answer was meant for another address. Compare the ACS URL at the identity provider.',
    recipient: 'The answer was meant for another recipient. Compare the ACS URL at the identity provider.',
    audience: 'The answer was meant for another application. Compare the entity ID (audience) there.',
    'in-response-to':
      'The answer belongs to no sign-in that is under way. It took too long, or began at the identity provider.',
    'assertion-count': 'The answer must have exactly one assertion.',
    subject: 'It is not clear who signed in. Check which NameID or subject the identity provider sends.',
    condition: 'The answer has a condition that is not known here.',
    expired: 'The answer is too old. Compare the clocks of both servers.',
    'not-yet-valid': 'The answer is from the future. Compare the clocks of both servers.',
    'authn-statement': 'The answer does not say that or when the person signed in.',
    attributes: 'An attribute cannot be used. Check the details of users above and what the provider sends.',
    replay: 'The same answer came twice. If nobody reloaded a page, somebody may have copied it.',
    request: 'The sign-in has expired, or was continued in another browser.',
    metadata: 'What the identity provider says of itself cannot be used. Save the connection again.',
    unreachable: 'The identity provider did not answer in time.',
    denied:
      'The identity provider sent the person back without a sign-in. Check there who may use the application.',
    refused: 'The identity provider does not accept our credentials. Check client ID and client secret.',
    response: 'The answer of the identity provider is not what the protocol says.',
    'id-token': 'The ID token is not for this sign-in. Compare issuer and client ID.',
    tenant: 'The tenant is disabled.',
    state: 'The sign-in was started in another browser, has expired or is done.',
    connection: 'The connection was changed while somebody signed in.',
    'awaits-decision': 'The identity provider was replaced through a setup link. Decide above first.',
    'auth-time': 'The person had to sign in anew, and the identity provider does not say that they did.',
    redirect: 'The connection has no redirect URL. Set one.',
    browser: 'The sign-in was continued in another browser than it was started in.',
    busy: 'There were too many sign-ins at once.',
    user: 'This user may not be signed in. The reason says why.',
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
  },
);
