import type { NoticeTexts, Texts } from './texts.ts';

const was = '{{sentAt}}, {{origin}}';

/** The parts that all notices share. */
function notice(subject: string, title: string, ...what: string[]): Texts {
  return {
    subject: `${subject} · {{project.name}}`,
    title,
    before: [
      ...what,
      was,
      'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, öffnen Sie diese Seite und bestätigen Sie es dort:',
    ],
    button: 'Das war ich nicht',
    after: ['Der Link funktioniert einmal und gilt {{validFor}}.'],
    sms: '',
  };
}

export const germanNotices: NoticeTexts = {
  newDevice: notice(
    'Neue Anmeldung',
    'Neue Anmeldung bei Ihrem Konto',
    'Bei Ihrem Konto hat sich jemand von einem Gerät aus angemeldet, das wir noch nicht kennen:',
  ),
  passwordChanged: notice(
    'Ihr Passwort wurde geändert',
    'Ihr Passwort wurde geändert',
    'Das Passwort Ihres Kontos wurde gesetzt oder geändert:',
  ),
  factorAdded: notice(
    'Eine Anmeldemethode ist dazugekommen',
    'Eine Anmeldemethode ist dazugekommen',
    'Bei Ihrem Konto kann man sich jetzt auch so anmelden: {{factor}}. Eingerichtet wurde das:',
  ),
  factorRemoved: notice(
    'Eine Anmeldemethode wurde entfernt',
    'Eine Anmeldemethode wurde entfernt',
    'Für Ihr Konto gilt nicht mehr: {{factor}}. Entfernt wurde das:',
  ),
  addressChanged: notice(
    'Ihre Kontaktdaten wurden geändert',
    'Ihre Kontaktdaten wurden geändert',
    'Die neue Mailadresse oder Telefonnummer Ihres Kontos ist {{newAddress}}. Geändert wurde sie:',
  ),
  recoveryCodeUsed: notice(
    'Ein Wiederherstellungscode wurde benutzt',
    'Ein Wiederherstellungscode wurde benutzt',
    'Bei Ihrem Konto hat sich jemand mit einem Wiederherstellungscode statt des zweiten Faktors angemeldet:',
  ),
  accountLocked: notice(
    'Ihr Passwort wurde gesperrt',
    'Ihr Passwort wurde gesperrt',
    'Für Ihr Konto wurden zu viele falsche Passwörter eingegeben. Ihr Passwort gilt deshalb nicht mehr; auf der ' +
      'Anmeldeseite können Sie ein neues wählen. Das letzte falsche wurde eingegeben:',
  ),
  deletionRequested: notice(
    'Ihr Konto wird gelöscht',
    'Ihr Konto wird gelöscht',
    'Jemand hat verlangt, dass Ihr Konto gelöscht wird. Es funktioniert deshalb nicht mehr. Verlangt wurde es:',
  ),
};
