import type { Language } from '../../../http/language.ts';

/** All texts of the consent page. */
export interface Texts {
  title: string;
  account(name: string): string;
  whoHeading: string;
  anybody: string;
  onlyUser(name: string): string;
  onlyTenant(name: string): string;
  reach: string;
  limits: string;
  howLong: string;
  durations: Record<'hour' | 'day' | 'week' | 'month', string>;
  allow: string;
  decline: string;
  givenHeading: string;
  until(moment: string): string;
  expired(moment: string): string;
  withdraw: string;
  withdrawOf(who: string): string;
  deadTitle: string;
  dead: string;
  mistake: string;
}

export const texts: Record<Language, Texts> = {
  en: {
    title: 'Allow others to act on your behalf?',
    account: (name) => `This applies to your account ${name}.`,
    whoHeading: 'Who can act on your behalf',
    anybody: 'Anyone authorized by the administrators, such as support staff',
    onlyUser: (name) => `Only ${name}`,
    onlyTenant: (name) => `Only authorized members of your organization ${name}`,
    reach:
      'They can see and do everything that you can, for up to 30 minutes at a time. Each time is logged.',
    limits:
      'They can’t change your password, contact details, sign-in methods, or this consent. You can withdraw it ' +
      'at any time.',
    howLong: 'Duration',
    durations: { hour: '1 hour', day: '1 day', week: '7 days', month: '30 days' },
    allow: 'Allow',
    decline: 'Don’t allow',
    givenHeading: 'Consents you’ve given',
    until: (moment) => `until ${moment}`,
    expired: (moment) => `expired on ${moment}`,
    withdraw: 'Withdraw',
    withdrawOf: (who) => `Withdraw: ${who}`,
    deadTitle: 'This link no longer works',
    dead: 'It has expired or has already been used. Return to the application and start again.',
    mistake: 'We couldn’t save your answer. Return to the application and start again.',
  },
  de: {
    title: 'Dürfen andere in Ihrem Namen handeln?',
    account: (name) => `Es geht um Ihr Konto ${name}.`,
    whoHeading: 'Wer in Ihrem Namen handeln darf',
    anybody: 'Alle, denen die Verwaltung das Recht dazu gegeben hat, zum Beispiel der Support',
    onlyUser: (name) => `Nur ${name}`,
    onlyTenant: (name) => `Nur Personen Ihrer Organisation ${name}, die das Recht dazu haben`,
    reach:
      'Wer in Ihrem Namen handelt, sieht und tut, was Sie selbst sehen und tun können, jeweils höchstens 30 Minuten ' +
      'lang. Jedes Mal wird es aufgezeichnet.',
    limits:
      'Ihr Passwort, Ihre Adressen, Ihre Anmeldewege und diese Einwilligung kann dabei niemand ändern. Sie können ' +
      'die Einwilligung jederzeit widerrufen.',
    howLong: 'Wie lange',
    durations: { hour: '1 Stunde', day: '1 Tag', week: '7 Tage', month: '30 Tage' },
    allow: 'Erlauben',
    decline: 'Nicht erlauben',
    givenHeading: 'Was Sie erlaubt haben',
    until: (moment) => `bis ${moment}`,
    expired: (moment) => `abgelaufen am ${moment}`,
    withdraw: 'Widerrufen',
    withdrawOf: (who) => `Widerrufen: ${who}`,
    deadTitle: 'Dieser Link gilt nicht mehr',
    dead: 'Er wurde schon benutzt oder ist zu alt. Gehen Sie zurück zur Anwendung und beginnen Sie dort von vorn.',
    mistake:
      'Diese Antwort ist jetzt nicht möglich. Gehen Sie zurück zur Anwendung und beginnen Sie dort von vorn.',
  },
};

/** Formats a moment. The server does not know the browser's time zone, so the text names the zone. */
export function momentIn(language: Language, moment: number): string {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(moment)} UTC`;
}
