import { hash } from 'node:crypto';
import { ServiceError } from '../../../../core/errors.ts';
import type { User } from '../user.ts';

/** The same on both engines, which would fold and collate differently. */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/**
 * What free text is looked for in: each part on a line of its own. What stands in another part is left out, because
 * whatever is found in it is found there.
 */
export function textOf(user: User): string {
  const { name, givenName, middleName, familyName, email, phone } = user;
  const attributes = Object.values(user.customAttributes)
    .flat()
    .filter((value) => typeof value === 'string');
  const parts = [...user.loginIds, name, givenName, middleName, familyName, email, phone, ...attributes];
  const longestFirst = parts.map(foldText).sort((a, b) => b.length - a.length);
  return longestFirst
    .filter((part, index) => !longestFirst.some((other, before) => before < index && other.includes(part)))
    .filter((part) => part !== '')
    .join('\n');
}

const minLength = 3;

/** A letter or digit that PostgreSQL can make a trigram of: of a pattern without any it would read everything. */
const findable = /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** Free text as it is looked for; empty: it is not. E011003 for what no index has. */
export function readSearchText(text: string): string {
  const folded = foldText(text).trim();
  if (folded === '') return '';
  if ([...folded].length < minLength || !findable.test(folded)) {
    throw new ServiceError(
      'E011003',
      `text needs at least ${minLength} characters that are not only punctuation`,
    );
  }
  return folded;
}

/**
 * The values of custom attributes as the index has them: of an attribute's ID and a hash, because a value can be long,
 * and because the list of all values is not shortened when the last user with one is gone. JSON keeps 1, "1" and true
 * apart. A list is found by each of its values.
 */
export function attributeFacets(keptAttributes: Record<string, unknown>): string[] {
  return Object.entries(keptAttributes).flatMap(([id, value]) =>
    [value].flat().map((one) => attributeFacet(id, one)),
  );
}

export function attributeFacet(id: string, value: unknown): string {
  return `${id}:${hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22)}`;
}
