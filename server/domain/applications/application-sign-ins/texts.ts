import type { ConsoleLanguage } from '../../../core/languages/console-language.ts';
import { type Explained, explainAttempt } from '../../federation/sign-in-explanation/texts.ts';
import { english } from './english.ts';
import type { AppFinding } from './finding.ts';
import { german } from './german.ts';
import type { AppEvent } from './list-sign-ins.ts';
import type { Sentence, Texts } from './text.ts';

const texts: Record<ConsoleLanguage, Texts> = { en: english, de: german };

export function explainAppFinding(language: ConsoleLanguage, { code, detail = '' }: AppFinding): Explained {
  return explained(texts[language].findings[code](detail));
}

export function explainAppEvent(language: ConsoleLanguage, event: AppEvent): Explained {
  const { events, repeated, ...refusals } = texts[language];
  if (event.outcome === 'logoutFailed') return explained(events.logoutFailed());
  if (event.outcome === 'signedIn') return explained(events[kindOfSignIn(event)]());
  const ofMethod = event.method === 'saml' ? refusals.saml : refusals.oidc;
  if (!Object.hasOwn(ofMethod, event.kind)) return explainAttempt(language, { ...event, succeeded: false });
  const { sentence, remedy } = explained((ofMethod[event.kind] as (event: AppEvent) => Sentence)(event));
  return { sentence: event.count > 1 ? sentence + repeated(event.count) : sentence, remedy };
}

function kindOfSignIn({ grant }: AppEvent): 'signedIn' | 'device' | 'own' {
  if (grant === 'client_credentials') return 'own';
  return grant === 'device_code' ? 'device' : 'signedIn';
}

function explained([sentence, remedy = '']: Sentence): Explained {
  return { sentence, remedy };
}
