import type { Language, Languages } from '../../core/languages/language.ts';
import type { Content, MessageChannel, MessageKind } from '../message.ts';
import { mailTemplate } from './layout.ts';
import { textsOf } from './texts-of-kind.ts';

const made = new WeakMap<Language, Map<MessageKind, Content>>();

/** Returns `undefined` when there is none in this language, or no short form. */
export function builtInTemplate(
  languages: Languages,
  kind: MessageKind,
  channel: MessageChannel,
  locale: string,
): Content | undefined {
  const language = languages.find(locale);
  if (!language) return undefined;
  const { sms } = textsOf(kind, language);
  if (channel === 'sms') return sms === undefined ? undefined : { subject: '', text: sms, html: '' };
  const mails = made.get(language) ?? new Map<MessageKind, Content>();
  made.set(language, mails);
  const mail = mails.get(kind) ?? mailTemplate(kind, language);
  mails.set(kind, mail);
  return mail;
}
