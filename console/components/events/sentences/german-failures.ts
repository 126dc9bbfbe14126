import type { Facts } from './facts.ts';

/** Why a sign-in was refused, as the end of a sentence. */
export const germanReasons: Record<string, string> = {
  severalUsers: 'mehrere Benutzer haben diese Adresse bestätigt',
  noPassword: 'der Benutzer hat kein Passwort',
  noAddress: 'der Benutzer hat keine Adresse, an die gesendet werden kann',
  expiredCode: 'der Code war abgelaufen',
  expiredLink: 'der Link war abgelaufen oder gehört zu einem anderen Browser',
  usedLink: 'der Link war schon benutzt oder ist unbekannt',
  tooManyAttempts: 'zu viele falsche Codes',
  rateLimit: 'zu viele Anfragen',
  overload: 'der Server prüfte zu viele Passwörter zugleich',
  locked: 'das Passwort ist gesperrt',
  passwordExpired: 'das Passwort ist abgelaufen',
  disabled: 'das Konto ist gesperrt',
  userExists: 'der Anmeldename ist schon vergeben',
  factorMissing: 'der Faktor ist nicht eingerichtet',
  abandoned: 'der zweite Faktor blieb aus',
  wrongPasskey: 'der Passkey wurde nicht angenommen',
  domain: 'der Passkey gehört zu einer anderen Domain',
  wrongOrigin: 'die Seite kam von einem anderen Ursprung',
  policy: 'die Anmelderegeln lassen es nicht zu',
  ssoRequired: 'der Mandant verlangt SSO',
  notInTenant: 'der Benutzer gehört nicht zum Mandanten',
  unknownTenant: 'den Mandanten gibt es nicht',
  tenantDisabled: 'der Mandant ist gesperrt',
  connection: 'die Verbindung zum Identitätsanbieter scheiterte',
  identity: 'die Identität gehört hier zu keinem Konto',
  redirect: 'die Rücksprungadresse ist nicht erlaubt',
  unknownApplication: 'die Anwendung ist unbekannt',
  consentRefused: 'der Benutzer hat nicht zugestimmt',
  notGranted: 'der Benutzer darf die Anwendung nicht benutzen',
  sessionEnded: 'die Sitzung war beendet',
  otherSession: 'es begann in einer anderen Sitzung',
  credentials: 'ein Token oder Schlüssel war ungültig',
  cannotSend: 'die Nachricht ließ sich nicht senden',
  badRequest: 'die Anfrage war fehlerhaft',
  changedMeanwhile: 'das Konto wurde gleichzeitig geändert',
  notSupported: 'der Server bietet das nicht an',
  other: 'sie wurde abgewiesen',
};

const sentences: Record<string, [about: string, alone: string]> = {
  wrongPassword: ['Falsches Passwort für {who}', 'Falsches Passwort'],
  wrongCode: ['Falscher Code für {who}', 'Falscher Code'],
  unknownUser: [
    'Anmeldung mit dem unbekannten Anmeldenamen {who}',
    'Anmeldung mit einem unbekannten Anmeldenamen',
  ],
};

export function germanFailure({ userName, text, event }: Facts): string {
  const isAboutSomeone = userName !== '' || event.userId !== '' || text('loginIdMask') !== '';
  const sentence = sentences[text('cause')];
  if (sentence) return isAboutSomeone ? sentence[0] : sentence[1];
  const reason = germanReasons[text('cause')];
  const start = isAboutSomeone ? '{who} konnte sich nicht anmelden' : 'Eine Anmeldung scheiterte';
  return reason ? `${start}: ${reason}` : start;
}

export const germanFailureCauses = [...Object.keys(germanReasons), ...Object.keys(sentences)];
