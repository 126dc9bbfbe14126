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

const maxIdentifierLength = 1_024;

/** Reads an entity ID or another identifier of SAML: compared exactly and written into XML (saml-core §8.3.6 for the length). */
export function readIdentifier(field: string, text: string): string {
  const identifier = text.trim();
  if (identifier.length <= maxIdentifierLength && !/[\s\p{C}]/u.test(identifier)) return identifier;
  throw new ServiceError('E011004', `${field} has at most ${maxIdentifierLength} characters and no blanks`);
}
