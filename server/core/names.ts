import { ServiceError } from './errors.ts';

/** How a name is kept and looked for: composed (NFC), so that what looks the same is the same, and trimmed. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').trim();
}

/** The same without regard to case: what uniqueness and searches go by. */
export function foldName(name: string): string {
  return normalizeName(name).toLowerCase();
}

/** A name that somebody gives. One of blanks only is none. */
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
