import { HashFormatError } from '../../../../protocols/password-hashes/format.ts';
import { readHashedPassword } from '../../../../protocols/password-hashes/read-hashed-password.ts';
import type { NewAccount } from '../../accounts/create-account.ts';
import type { HashedPasswordInput } from '../../passwords/wire.ts';

/** One record of another product's export: a user, or the reason why it is none. */
export type SourceUser = { user: NewAccount; warnings: string[] } | { skipped: string };

/** Files beside the export, already read. */
export interface Extras {
  /** Auth0: password hashes by user ID and by address. */
  hashByKey: ReadonlyMap<string, string>;
  /** Firebase: the parameters of the project's password hashes. */
  hashConfig: string;
}

/** Reads the export of one product. */
export interface Source {
  /** `lines`: one JSON object per line, or a JSON list. Otherwise the member of the JSON object that has the users. */
  users: 'lines' | 'csv' | { member: string };
  /** Throws a ServiceError that says what is wrong with the record. */
  read(record: unknown, extras: Extras): SourceUser;
}

/** Returns the hash if it can be verified here. Otherwise the user is imported without a password. */
export function usableHash(hashed: HashedPasswordInput, warnings: string[]): HashedPasswordInput | undefined {
  try {
    readHashedPassword(hashed as Parameters<typeof readHashedPassword>[0]);
    return hashed;
  } catch (error) {
    if (!(error instanceof HashFormatError)) throw error;
    warnings.push(`the password is left out: ${error.message}`);
    return undefined;
  }
}

/** Returns the texts that are present, each once, as login IDs. */
export function loginIds(...texts: (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text): text is string => Boolean(text)))];
}

/** Returns an empty object for anything else. */
export function objectOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as never) : {};
}

/** Returns an empty list for anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Words a warning about several things that are left out; none without any. */
export function leftOut(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what} left out: ${names.join(', ')}`];
}
