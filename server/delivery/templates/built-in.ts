import type { ProjectContext } from '../../core/context.ts';
import type { Language } from '../../core/languages/language.ts';
import type { Content, MessageChannel, MessageKind } from '../message.ts';
import { mailTemplate } from './layout.ts';
import { logoOf } from './project-values.ts';
import { textsOf } from './texts-of-kind.ts';

const made = new WeakMap<Language, Map<string, Content>>();

/** Returns `undefined` when there is none in this language, or no short form. */
export function builtInTemplate(
  { languages, project }: ProjectContext,
  kind: MessageKind,
  channel: MessageChannel,
  locale: string,
): Content | undefined {
  const language = languages.find(locale);
  if (!language) return undefined;
  const { sms } = textsOf(kind, language);
  if (channel === 'sms') return sms === undefined ? undefined : { subject: '', text: sms, html: '' };
  const mails = made.get(language) ?? new Map<string, Content>();
  made.set(language, mails);
  const hasLogo = logoOf(project) !== '';
  const key = `${kind}/${hasLogo}`;
  const mail = mails.get(key) ?? mailTemplate(kind, language, hasLogo);
  mails.set(key, mail);
  return mail;
}
