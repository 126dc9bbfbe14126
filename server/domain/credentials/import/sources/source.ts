import { ServiceError } from '../../../../core/errors.ts';
import { asJsonSchema, readInput, type Static, spellingsOf, t } from '../../../../http/schema.ts';
import { HashFormatError } from '../../../../protocols/password-hashes/format.ts';
import { readHashedPassword } from '../../../../protocols/password-hashes/read-hashed-password.ts';
import type { NewAccount } from '../../accounts/create-account.ts';
import type { HashedPasswordInput } from '../../passwords/wire.ts';
import type { DefinitionKind } from '../definition-lists.ts';

/** A user as another product describes them. What is not usable here is left out later, the same for all products. */
export interface SourceUser {
  /** The user's ID in the product. Empty: there is none. */
  id: string;
  user: NewAccount;
  /** The data of the record that the new user does not get: what it is, and after a colon its values. */
  warnings: string[];
  /** The user had to prove a second factor beside a password. */
  hadSecondFactor?: boolean;
}

/** Files beside the export, already read. */
export interface Extras {
  /** Auth0: finds a password hash by `id:` and the user's ID, or by `email:` and the address. */
  hashOf(key: string): string | undefined;
  /** Firebase: the parameters of the project's password hashes. */
  hashConfig: string;
  /** When the import began, in milliseconds. */
  now: number;
}

/** The only schema type that sources use. */
type Fields = ReturnType<typeof t.object>;

/** Reads the export of one product. */
export interface Source {
  /** The member of a JSON object that lists the users. Without it, the file has one object per line, or a list. */
  member?: string;
  /** Other members of the file: lists of what users refer to. */
  lists?: Readonly<Record<string, DefinitionKind>>;
  /** The columns of a CSV file by which it is recognized, or what to do instead of exporting one. */
  csv:
    | { columns: readonly string[]; toRecord?: (row: Record<string, string>) => unknown }
    | { remedy: string };
  /** Returns the user, or the reason why the record is none. Throws a ServiceError that says what is wrong with it. */
  read(record: unknown, extras: Extras): SourceUser | { skipped: string };
}

/**
 * Reads the fields of a record. An optional field with an unusable value is left out with a warning, except for `decisive` ones:
 * without them, the user would get more than in the other product.
 */
export function readFields<S extends Fields>(
  schema: S,
  record: unknown,
  warnings: string[],
  decisive: readonly (keyof Static<S>)[] = [],
): Static<S> {
  try {
    return readInput(schema, record);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isObject(record)) throw error;
    const kept = { ...record };
    const names = spellingsOf(asJsonSchema(schema));
    const required = new Set<unknown>([...(asJsonSchema(schema).required ?? []), ...decisive]);
    for (const [key, value] of Object.entries(record)) {
      const name = names.get(key) ?? names.get(key.toLowerCase());
      const problem = name === undefined || required.has(name) ? '' : problemOf(schema, name, value);
      if (!problem) continue;
      delete kept[key];
      warnings.push(`${key} left out: ${problem}`);
    }
    return readInput(schema, kept);
  }
}

const singleFields = new WeakMap<Fields, Map<string, Fields>>();

function problemOf(schema: Fields, name: string, value: unknown): string {
  const known = singleFields.get(schema) ?? new Map<string, Fields>();
  singleFields.set(schema, known);
  const single = known.get(name) ?? t.object({ [name]: schema.properties[name]! });
  known.set(name, single);
  try {
    readInput(single, { [name]: value });
    return '';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.message;
  }
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
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Returns an empty list for anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Words a warning about several things that are left out; none without any. */
export function leftOut(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what} left out: ${names.join(', ')}`];
}

/** Words the warning about an identity at another provider. */
export function identityAt(provider: string): string {
  return `an identity is linked again only through a verified email address: ${provider}`;
}
