import type { Row } from '../../../storage/tables.ts';

/** The time for which a temporary password can be exchanged for one of the user's own. */
export const temporaryLifetimeMs = 72 * 60 * 60 * 1000;

/** The initial state of a password that an administrator sets. */
export type NewPasswordState = 'active' | 'temporary';

/** A password as it is stored: ours, or a foreign hash in its sealed form. */
export type StoredHash = Pick<Row<'passwords'>, 'scheme' | 'hash'>;

export const ownScheme = 'argon2id';
