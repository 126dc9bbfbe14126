import type { Json, Moment } from './columns.ts';

export interface ClientAssertionsTables {
  assertionKeys: AssertionKeysTable;
}

/** Keys for signing client assertions only. */
interface AssertionKeysTable {
  projectId: string;
  /** `kid`. */
  id: string;
  algorithm: 'RS256' | 'RS384' | 'ES384';
  publicJwk: Json;
  sealedPrivateKey: string;
  /** Published from the start; signs from this time on. */
  signsFrom: Moment;
  /** Published until this time, when its last assertion has expired. */
  retiresAt: Moment | null;
}
