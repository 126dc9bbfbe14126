import type { Moment } from './columns.ts';

export interface SecretKeysTables {
  secretKeys: SecretKeysTable;
}

/** The secret keys that instances started with, and that may have sealed a value. The keys themselves are not here. */
interface SecretKeysTable {
  id: string;
  firstSeenAt: Moment;
}
