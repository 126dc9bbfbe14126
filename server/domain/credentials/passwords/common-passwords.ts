import { readFileSync } from 'node:fs';

let list: Set<string> | undefined;

/** Returns the list, in lower case. It is read when the first password is set, because signing in does not need it. */
function commonPasswords(): Set<string> {
  const file = new URL('./common-passwords.txt', import.meta.url);
  list ??= new Set(readFileSync(file, 'utf8').trimEnd().split('\n'));
  return list;
}

/** A word, without the characters that users add before and after it to reach the minimum length. */
const wordPattern = /\p{L}(?:.*\p{L})?/su;

const sequences = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'йцукенгшщзхъфывапролджэячсмитьбю',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
].flatMap((forward) => [forward, [...forward].reverse().join('')]);

/** The longest piece, in characters, whose repetition counts as no longer than the piece. */
const longestPiece = 8;

/**
 * Returns why a password is easily guessed, or `undefined` if it is not. Compares the whole password, not a part of it
 * (NIST SP 800-63B §3.1.1.2). `about` has well-known facts about the user and the service.
 */
export function whyGuessable(password: string, about: readonly string[]): string | undefined {
  const folded = fold(password);
  const plain = lettersAndDigits(folded);
  const word = wordIn(plain);
  if (isRepetition(plain || folded)) return 'it repeats a few characters';
  if (isSequence(plain)) return 'it is a sequence, such as abcdef or 123456';
  if (about.some((known) => isMadeOf(known, plain, word))) {
    return 'it is a login ID or the name of the user, the project or the product, with or without added digits';
  }
  if (isCommon(folded) || isCommon(plain) || isCommon(word)) return 'it is one of the most common passwords';
  if (isTwoCommonWords(word)) return 'it consists of two of the most common passwords';
  return undefined;
}

function isCommon(text: string): boolean {
  return commonPasswords().has(text);
}

function isTwoCommonWords(word: string): boolean {
  for (let end = 4; end <= word.length - 4; end += 1) {
    if (isCommon(word.slice(0, end)) && isCommon(word.slice(end))) return true;
  }
  return false;
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= Math.min(longestPiece, text.length / 2); length += 1) {
    const piece = text.slice(0, length);
    if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

function isSequence(text: string): boolean {
  if (text.length < 4) return false;
  return sequences.some((sequence) =>
    sequence.repeat(Math.ceil(text.length / sequence.length) + 1).includes(text),
  );
}

function isMadeOf(known: string, plain: string, word: string): boolean {
  const name = lettersAndDigits(fold(known));
  const nameWord = wordIn(name);
  if (name.length >= 3 && plain === name) return true;
  if (nameWord.length < 3 || word.length % nameWord.length !== 0 || word === '') return false;
  return nameWord.repeat(word.length / nameWord.length) === word;
}

/** Folds a text, so that accents and full-width letters (`ｐａｓｓ`) do not make a password less common. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function wordIn(text: string): string {
  return wordPattern.exec(text)?.[0] ?? '';
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
