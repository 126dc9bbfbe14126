import type { Json, Moment } from './columns.ts';

export interface ClientAssertionsTables {
  assertionKeys: AssertionKeysTable;
}

/** Keys that sign client assertions, and nothing else. */
interface AssertionKeysTable {
  projectId: string;
  /** `kid`. */
  id: string;
  algorithm: 'RS256' | 'RS384' | 'ES384';
  publicJwk: Json;
  sealedPrivateKey: string;
  /** It is published from the start and signs from here on. */
  signsFrom: Moment;
  /** It is published until here: when its last assertion has run out. */
  retiresAt: Moment | null;
}
