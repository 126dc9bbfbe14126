import { type Language, textWith, waitText } from '../../../core/languages/language.ts';
import { reasonIn } from './password-reasons.ts';
import type { Problem } from './problems.ts';

/** Returns a problem in words. */
export function textOfProblem(language: Language, { name, seconds, reason = '' }: Problem): string {
  const { problems, password } = language.texts.hostedPages;
  if (name === 'weakPassword') return password.why({ reason: reasonIn(language, reason) });
  const hasToWait = seconds !== undefined || name !== 'tooManyCodes';
  return textWith(problems[name], {
    wait: hasToWait ? waitText(language, seconds) : problems.requestNewCode,
  });
}

/** Returns the title of a page that shows nothing but the problem. */
export function titleOfProblem({ texts }: Language, { name }: Problem): string {
  const { title: expired, elsewhere, cannotOpen } = texts.hostedPages.dead;
  // The link stays valid, but not in this browser.
  if (name === 'otherSession') return elsewhere;
  return name === 'deadLink' || name === 'oldLink' || name === 'tooLate' ? expired : cannotOpen;
}
