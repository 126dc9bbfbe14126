import type { Content, MessageChannel, MessageKind } from '../message.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import { mailTemplate, smsTemplate } from './layout.ts';
import type { Language } from './texts.ts';

const languages: Record<string, Language> = { en: english, de: german };

export const builtInLocales = Object.keys(languages);

const made = new Map<string, Content>();

/** Returns `undefined` when there is none in this language, or no short form. */
export function builtInTemplate(
  kind: MessageKind,
  channel: MessageChannel,
  locale: string,
): Content | undefined {
  const language = Object.hasOwn(languages, locale) ? languages[locale] : undefined;
  if (!language || (channel === 'sms' && !language.texts[kind].sms)) return undefined;
  const key = `${kind}/${channel}/${locale}`;
  let template = made.get(key);
  if (!template) {
    template = channel === 'email' ? mailTemplate(kind, language, locale) : smsTemplate(kind, language);
    made.set(key, template);
  }
  return template;
}

const minuteMs = 60_000;

/** Describes a duration in words, in English if the language is not built in. */
export function describeDuration(milliseconds: number, locale: string): string {
  const language = languageOf(locale);
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  if (minutes < 90) return language.minutes(minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? language.hours(hours) : language.days(Math.round(hours / 24));
}

/** Returns the language of the words that are inserted into a template: English if it is not built in. */
export function languageOf(locale: string): Language {
  const name = locale.split('-')[0] ?? '';
  return (Object.hasOwn(languages, name) && languages[name]) || english;
}
