import { ServiceError } from './errors.ts';

/** Normalizes a name for storage and lookup: composed (NFC), so that equal-looking names are equal, and trimmed. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').trim();
}

/** Normalizes a name without regard to case, for uniqueness and searches. */
export function foldName(name: string): string {
  return normalizeName(name).toLowerCase();
}

/** Reads a name from input. A name of blanks counts as missing. */
export function readName(name: string, field = 'name'): string {
  const normalized = normalizeName(name);
  if (normalized === '') throw new ServiceError('E011002', `The ${field} field is required`);
  return normalized;
}

/**
 * Characters that no name needs, and that make a name look like another text: controls, marks that turn the direction of what follows,
 * characters that show nothing, and halves of surrogate pairs.
 */
const misleading =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
const allMisleading = new RegExp(misleading, 'gu');

export function isMisleading(name: string): boolean {
  return misleading.test(name);
}

/** Returns a name as pages show it: without the characters that would make it look like another text. */
export function shownName(name: string): string {
  return name.replace(allMisleading, '');
}

/** Reads a name that users see on pages where they decide. */
export function readShownName(name: string): string {
  return readName(shownName(name));
}

/** Lists names in a message, as many as a reader wants to see. */
export function listed(names: readonly string[]): string {
  const shown: string[] = [];
  for (const name of names) {
    if (shown.join(', ').length + name.length > 300) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Reports whether a text is what SDKs write into a query in place of a missing argument. */
export function standsForMissing(text: unknown): boolean {
  return text === 'undefined' || text === 'null';
}

/** Refuses an ID with which nothing could be loaded later, because it reads as a missing one. */
export function refuseMissing(field: string, id: string): void {
  if (standsForMissing(id.toLowerCase()))
    throw new ServiceError(
      'E011003',
      `${field} cannot be ${id}, which some SDKs send for a missing value. Choose another one`,
    );
}

const maxIdentifierLength = 1_024;

/** Reads an entity ID or another identifier of SAML: compared exactly and written into XML (saml-core §8.3.6 for the length). */
export function readIdentifier(field: string, text: string): string {
  const identifier = text.trim();
  if (identifier.length <= maxIdentifierLength && !/[\s\p{C}]/u.test(identifier)) return identifier;
  throw new ServiceError('E011004', `${field} has at most ${maxIdentifierLength} characters and no blanks`);
}
