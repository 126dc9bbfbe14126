import type { NewAccount } from '../accounts/create-account.ts';

/** An address that an imported user has, and of which the export of another product says that it is another person's. */
export interface Taking {
  address: string;
  userId: string;
  /** The name of the user if no other one is left: the ID in the other product. */
  spare: string;
}

/** One user of an import who can be created. */
export interface ReadyRow {
  /** The place in the file, such as `line 3`. */
  place: string;
  /** Recognizes the record in another import: the user's ID in the other product, or the hash of the record. Empty: nothing does. */
  key: string;
  /** The login ID of a user who has no other one. Empty: there is none. */
  spare: string;
  user: NewAccount;
  /** The data of the record that the new user does not get. */
  warnings: string[];
  /** The user had to prove two factors. */
  hadSecondFactor?: boolean;
  /** The addresses that imported users leave to this one. */
  takes?: Taking[];
}

/** Records without an ID are recognized by a hash, which changes with any of their fields. */
export function isSourceId(key: string): boolean {
  return key !== '' && !key.startsWith('#');
}

/** One user of an import: ready to be created, or the reason why not. */
export type ImportRow = ReadyRow | { place: string; problem: string };

/** The limits of one call. */
export const importLimits = {
  rows: 10_000,
  /** Limited because each of these is hashed before it is stored. */
  clearPasswords: 1_000,
  bodyBytes: 8 * 1024 * 1024,
} as const;
