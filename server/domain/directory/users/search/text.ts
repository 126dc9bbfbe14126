import { hash } from 'node:crypto';
import { ServiceError } from '../../../../core/errors.ts';
import { foldMailAddress } from '../../../../core/mail-address.ts';
import { foldAddress } from '../../../../core/phone-number.ts';
import { type SelfGivenField, selfGivenFields } from '../../../../core/profile-fields.ts';
import { plainDigits, typedText, withoutInvisible } from '../../../../core/typed-text.ts';
import { hasWord, innerPairs, wordBreaks } from '../../../../core/words.ts';
import type { User } from '../user.ts';

const printableAscii = /^[ -~]*$/;

/** Folds text in code, because the two engines would fold and collate differently. */
export function foldText(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase();
  return withoutInvisible(text)
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/**
 * Returns the text for free-text search, each part on a line of its own. Leaves out names that are contained in another
 * one, where they are found anyway, and equal values of attributes: a user can have ten thousand of those.
 */
export function textOf(
  user: Pick<User, 'loginIds' | 'customAttributes'> & Record<SelfGivenField, string>,
): string {
  // An address is found in the form that people read, too.
  const names = user.loginIds.flatMap((written) => [
    foldText(written),
    foldText(foldMailAddress(written) ?? ''),
  ]);
  for (const field of selfGivenFields) names.push(foldText(user[field]));
  const longestFirst = names.sort((a, b) => b.length - a.length);
  const distinct = longestFirst.filter(
    (part, index) => !longestFirst.some((other, before) => before < index && hasWord(other, part)),
  );
  const attributes = Object.values(user.customAttributes)
    .flat()
    .filter((value) => typeof value === 'string')
    .map(foldText)
    .filter((value) => !distinct.some((part) => hasWord(part, value)));
  const pairs = distinct.flatMap(innerPairs);
  return [...new Set([...distinct, ...attributes, ...pairs])].filter((part) => part !== '').join('\n');
}

/** A text to search for. */
export interface SearchText {
  /** The user's texts contain one of these. */
  anyOf: string[];
  /** Or they begin with this one, of two characters. */
  start?: string;
}

/** Reports whether the text is found in what these attributes do not hide. */
export function isShownBy(user: User, { anyOf, start }: SearchText, hidden: ReadonlySet<string>): boolean {
  const shown = Object.entries(user.customAttributes).filter(([name]) => !hidden.has(name));
  const text = textOf({ ...user, customAttributes: Object.fromEntries(shown) });
  return anyOf.some((part) => text.includes(part)) || (start !== undefined && text.startsWith(start));
}

/** A letter or digit that PostgreSQL can build a trigram from. Without one, a search would read everything. */
const findable = /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** Two letters or digits. An index has three characters together, and so these two with what separates words. */
const pair = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]$/u;

/**
 * Folds free text for a search; empty text is no criterion. A part of a phone number is found with and without the separators that people
 * write. Throws E011003 for text that no index can find.
 */
export function readSearchText(text: string): SearchText | undefined {
  const folded = foldText(foldAddress(text) ?? typedText(text)).trim();
  if (folded === '') return undefined;
  if (pair.test(folded)) return { anyOf: wordBreaks.map((sign) => sign + folded), start: folded };
  if ([...folded].length < 3 || !findable.test(folded)) {
    throw new ServiceError(
      'E011003',
      'text must have at least two letters or digits, or three characters that are not only punctuation',
    );
  }
  const digits = partOfNumber(folded);
  return { anyOf: [...new Set([folded, ...withInvisible(text), ...(digits.length < 4 ? [] : [digits])])] };
}

/** Returns the form before texts were indexed without invisible characters, if it is another one. */
function withInvisible(text: string): string[] {
  const composed = text.normalize('NFC').trim();
  return withoutInvisible(composed) === composed ? [] : [composed.toLowerCase().normalize('NFC')];
}

/** Returns the digits of a part of a phone number as E.164 has them: without separators, and without the zeros that are dialed first. */
function partOfNumber(folded: string): string {
  const typed = plainDigits(folded).replace(/\(0\)/g, '');
  return /^[-\d\s().[\]/·~]+$/.test(typed) ? typed.replace(/\D/g, '').replace(/^0+/, '') : '';
}

/**
 * Returns the index entries of custom attribute values. An entry consists of the attribute's ID and a hash, because
 * a value can be long, and because the list of all values does not shrink when the last user with a value is gone.
 * JSON keeps 1, "1" and true apart. Each value of a list has its own entry.
 */
export function attributeFacets(storedAttributes: Record<string, unknown>): string[] {
  return Object.entries(storedAttributes).flatMap(([id, value]) =>
    [value].flat().map((one) => attributeFacet(id, one)),
  );
}

export function attributeFacet(id: string, value: unknown): string {
  return `${id}:${hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22)}`;
}
