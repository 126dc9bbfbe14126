import type { ConsoleLanguage } from '../../../core/languages/console-language.ts';
import { momentIn } from '../../../core/languages/language.ts';
import type { RefusalCause } from '../../../core/refusal-causes.ts';
import type { Attempt } from './attempts.ts';
import { english } from './english.ts';
import type { Finding } from './finding.ts';
import { german } from './german.ts';
import type { Texts } from './text.ts';

/** A fact, and the remedy that an administrator has. */
export interface Explained {
  sentence: string;
  /** The action to take; empty if there is nothing to do. */
  remedy: string;
}

const texts: Record<ConsoleLanguage, Texts> = { en: english, de: german };

export function explainFinding(language: ConsoleLanguage, finding: Finding): Explained {
  const { code, since, until, by, tenant = '', domain = '', detail = '' } = finding;
  const words = texts[language];
  const [sentence, remedy = ''] = words.findings[code]({
    tenant,
    domain,
    detail,
    since: since ? words.since(momentIn({ tag: language }, since)) : '',
    until: until ? momentIn({ tag: language }, until) : '',
    by: by ? words.by(by.type, by.id) : '',
  });
  return { sentence, remedy };
}

export function explainAttempt(
  language: ConsoleLanguage,
  { succeeded, cause, reason, count }: Attempt,
): Explained {
  const words = texts[language];
  if (succeeded) return { sentence: words.succeeded, remedy: '' };
  const known = Object.hasOwn(words.causes, cause) ? words.causes[cause as RefusalCause] : undefined;
  const [sentence, remedy = ''] = known ?? [reason || words.unknownCause];
  return { sentence: count > 1 ? `${sentence} ${words.repeated(count)}` : sentence, remedy };
}
