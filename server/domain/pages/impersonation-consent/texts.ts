import type { Language } from '../../../http/language.ts';

/** Every word of the consent page. */
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
    title: 'Let others act in your name?',
    account: (name) => `This is about your account ${name}.`,
    whoHeading: 'Who may act in your name',
    anybody: 'Everybody whom the administrators have given the right to, support staff for example',
    onlyUser: (name) => `Only ${name}`,
    onlyTenant: (name) => `Only people of your organization ${name} who have the right to`,
    reach:
      'They see and do what you can see and do, for at most 30 minutes at a time. It is written down each time.',
    limits:
      'They cannot change your password, your addresses, your ways to sign in, or this consent. You can withdraw it ' +
      'at any time.',
    howLong: 'For how long',
    durations: { hour: '1 hour', day: '1 day', week: '7 days', month: '30 days' },
    allow: 'Allow',
    decline: 'Do not allow',
    givenHeading: 'What you have allowed',
    until: (moment) => `until ${moment}`,
    expired: (moment) => `expired on ${moment}`,
    withdraw: 'Withdraw',
    withdrawOf: (who) => `Withdraw: ${who}`,
    deadTitle: 'This link does not work any more',
    dead: 'It was used, or it is too old. Go back to the application and begin again there.',
    mistake: 'That answer cannot be given now. Go back to the application and begin again there.',
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

/** The server does not know where the browser is, so the zone is said. */
export function momentIn(language: Language, moment: number): string {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(moment)} UTC`;
}
