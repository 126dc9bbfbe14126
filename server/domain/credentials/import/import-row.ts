import type { NewAccount } from '../accounts/create-account.ts';

/** One user of an import: ready to be created, or the reason why not. */
export type ImportRow = { name: string; user: NewAccount } | { name: string; problem: string };

/** The limits of one call. */
export const importLimits = {
  rows: 10_000,
  /** Limited because each of these is hashed before it is stored. */
  clearPasswords: 1_000,
  bodyBytes: 8 * 1024 * 1024,
} as const;
