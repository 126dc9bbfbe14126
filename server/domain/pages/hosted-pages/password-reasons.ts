import { minimumHint } from '../../credentials/passwords/rules.ts';

const refusal = /^The password cannot be used: /;

/** Extracts the reason from the message of a refused password, without the part that only helps an administrator. */
export function reasonForUser(message: string): string | undefined {
  return refusal.test(message) ? message.replace(refusal, '').replace(`. ${minimumHint}`, '') : undefined;
}

/** The reasons of `passwords/rules.ts` with their German translations. A test goes through all of them. */
const reasons: [RegExp, string][] = [
  [/^it must have at least (\d+) characters$/, 'Es muss mindestens $1 Zeichen haben'],
  [/^it can have at most (\d+) characters$/, 'Es kann höchstens $1 Zeichen haben'],
  [/^it must have a lower-case letter$/, 'Es muss einen Kleinbuchstaben haben'],
  [/^it must have an upper-case letter$/, 'Es muss einen Großbuchstaben haben'],
  [/^it must have a digit$/, 'Es muss eine Ziffer haben'],
  [
    /^it must have a character that is neither letter nor digit$/,
    'Es muss ein Zeichen haben, das weder Buchstabe noch Ziffer ist',
  ],
  [/^it repeats a few characters$/, 'Es wiederholt wenige Zeichen'],
  [/^it is a sequence of neighbouring characters$/, 'Es ist eine Folge benachbarter Zeichen'],
  [/^it is a login ID or a name of .*$/, 'Es ist ein Name, zu dem nur Ziffern kommen'],
  [/^it is one of the most common passwords$/, 'Es ist eines der häufigsten Passwörter'],
  [/^it is two of the most common passwords in a row$/, 'Es besteht aus zwei der häufigsten Passwörter'],
  [/^it is known from a data breach$/, 'Es ist durch ein Datenleck bekannt'],
  [/^it is the old one$/, 'Es ist das alte'],
  [/^it is one of the last (\d+)$/, 'Es ist eines der letzten $1'],
];

export const unknownReason = 'Es ist zu kurz oder zu leicht zu erraten';

export function germanReason(reason: string): string {
  const [pattern, words] = reasons.find(([pattern]) => pattern.test(reason)) ?? [];
  return pattern && words ? reason.replace(pattern, words) : unknownReason;
}
