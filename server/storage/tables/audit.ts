import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export interface AuditTables {
  auditEvents: AuditEventsTable;
  auditBlocks: AuditBlocksTable;
  auditPostings: AuditPostingsTable;
  auditSeals: AuditSealsTable;
  auditRemovals: AuditRemovalsTable;
  auditKeys: AuditKeysTable;
  leases: LeasesTable;
}

interface AuditEventsTable {
  projectId: string;
  id: string;
  occurredAt: Moment;
  action: string;
  severity: 'info' | 'warn' | 'error';
  actorType: string;
  actorId: string;
  /** The user whom an impersonator acted as, or empty. */
  actingAs: Generated<string>;
  /** The user whom the event is about, or empty. */
  userId: string;
  tenantId: string;
  method: string;
  /** The device, according to the user agent. */
  device: string;
  remoteAddress: string;
  data: Json;
  /** The application of `data`, for its index. It is not part of the chain, which has the data. */
  applicationId: Generated<string | null>;
  /** The position in the project's chain, from 1 without a gap. Null until sealed. */
  sequence: number | null;
  /** The hash of the previous row. Null until sealed, empty for the first one. */
  previousHash: string | null;
  /** SHA-256 in hex. Null until sealed. */
  hash: string | null;
}

/**
 * The blocks of the chain: consecutive chunks of 4,096 positions, whose values `auditPostings` has. Eight blocks are merged into one. Derived
 * from the events, and not part of the chain.
 */
interface AuditBlocksTable {
  projectId: string;
  /** From 0. Chunk 0 has the positions 1 to 4,096. */
  firstChunk: number;
  /** 1, 8, 64 or 512. */
  chunks: number;
  /** The time of the oldest and of the newest event of each chunk: see `blocks/block.ts`. */
  times: Uint8Array;
}

/** Which events of a block have which values: 256 rows for each chunk. Rows of a block that is not in `auditBlocks` are not read. */
interface AuditPostingsTable {
  projectId: string;
  chunks: number;
  firstChunk: number;
  /** The last bits of the values' tokens. */
  bucket: number;
  /** The values of this bucket with the events that have them: see `blocks/postings.ts`. */
  postings: Uint8Array;
}

/**
 * Signatures of the chain. The newest is replaced as the chain grows, until it covers enough rows to start
 * another one.
 */
interface AuditSealsTable {
  projectId: string;
  firstSequence: number;
  lastSequence: number;
  /** The hash of the row with `lastSequence`. */
  hash: string;
  sealedAt: Moment;
  keyId: string;
  /** Ed25519 in base64. */
  signature: string;
}

/** The points up to which the beginning of the chain was removed on purpose. */
interface AuditRemovalsTable {
  projectId: string;
  sequence: number;
  /** The hash of the row with `sequence`, the last one removed. */
  hash: string;
  removedAt: Moment;
  keyId: string;
  signature: string;
}

interface AuditKeysTable {
  projectId: string;
  /** From 1; the highest signs. */
  number: number;
  /** SHA-256 of the public key's DER, in hex. */
  id: string;
  sealedPrivateKey: string;
  createdAt: Moment;
}

/** Work that one instance does for all. */
interface LeasesTable {
  name: string;
  /** The ID of the instance. */
  holder: string;
  expiresAt: Moment;
}
