import { hash } from 'node:crypto';
import { ServiceError } from '../../../../core/errors.ts';
import { foldMailAddress } from '../../../../core/mail-address.ts';
import { foldAddress } from '../../../../core/phone-number.ts';
import { selfGivenFields } from '../../../../core/profile-fields.ts';
import { typedText } from '../../../../core/typed-text.ts';
import type { User } from '../user.ts';

const printableAscii = /^[ -~]*$/;

/** Folds text in code, because the two engines would fold and collate differently. */
export function foldText(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/**
 * Returns the text for free-text search, each part on a line of its own. Leaves out names that are contained in another
 * one, where they are found anyway, and equal values of attributes: a user can have ten thousand of those.
 */
export function textOf(user: User): string {
  // An address is found in the form that people read, too.
  const names = user.loginIds.flatMap((written) => [
    foldText(written),
    foldText(foldMailAddress(written) ?? ''),
  ]);
  for (const field of selfGivenFields) names.push(foldText(user[field]));
  const longestFirst = names.sort((a, b) => b.length - a.length);
  const distinct = longestFirst.filter(
    (part, index) => !longestFirst.some((other, before) => before < index && other.includes(part)),
  );
  const attributes = Object.values(user.customAttributes)
    .flat()
    .filter((value) => typeof value === 'string')
    .map(foldText)
    .filter((value) => !distinct.some((part) => part.includes(value)));
  return [...new Set([...distinct, ...attributes])].filter((part) => part !== '').join('\n');
}

const minLength = 3;

/** A letter or digit that PostgreSQL can build a trigram from. Without one, a search would read everything. */
const findable = /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** Folds free text for a search; empty text is no criterion. Throws E011003 for text that no index can find. */
export function readSearchText(text: string): string {
  const folded = foldText(foldAddress(text) ?? typedText(text)).trim();
  if (folded === '') return '';
  if ([...folded].length < minLength || !findable.test(folded)) {
    throw new ServiceError(
      'E011003',
      `text must have at least ${minLength} characters that are not only punctuation`,
    );
  }
  return folded;
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
