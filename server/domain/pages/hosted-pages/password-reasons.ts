import { type Language, textWith } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { minimumHint, minimumHintOfApi } from '../../credentials/passwords/rules.ts';

const refusal = /^The password cannot be used: /;

/** Extracts the reason from the message of a refused password, without the part that only helps an administrator. */
export function reasonForUser(message: string): string | undefined {
  return refusal.test(message)
    ? message.replace(refusal, '').replace(`. ${minimumHint}${minimumHintOfApi}`, '')
    : undefined;
}

type ReasonName = keyof Texts['hostedPages']['passwordReasons'];

/** The reasons of `passwords/rules.ts`. A test goes through all of them. */
const reasons: [RegExp, ReasonName][] = [
  [/^it must have at least (\d+) characters$/, 'tooShort'],
  [/^it can have at most (\d+) characters$/, 'tooLong'],
  [/^it must contain a lowercase letter$/, 'lowercase'],
  [/^it must contain an uppercase letter$/, 'uppercase'],
  [/^it must contain a digit$/, 'digit'],
  [/^it must contain a special character, such as ! or #$/, 'special'],
  [/^it repeats a few characters$/, 'repeated'],
  [/^it is a sequence, such as abcdef or 123456$/, 'sequence'],
  [/^it is a login ID or the name of .*$/, 'name'],
  [/^it is one of the most common passwords$/, 'common'],
  [/^it consists of two of the most common passwords$/, 'twoCommon'],
  [/^it appeared in a data breach$/, 'breached'],
  [/^it is the old one$/, 'current'],
  [/^it is one of the last (\d+)$/, 'recent'],
];

/** Returns the reason in the language. */
export function reasonIn({ texts }: Language, reason: string): string {
  const { passwordReasons } = texts.hostedPages;
  const [pattern, name = 'unknown'] = reasons.find(([pattern]) => pattern.test(reason)) ?? [];
  return textWith(passwordReasons[name], { count: Number(pattern?.exec(reason)?.[1]) });
}
