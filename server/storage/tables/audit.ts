import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export interface AuditTables {
  auditEvents: AuditEventsTable;
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
  /** The user in whose name an impersonator acted, or empty. */
  actingAs: Generated<string>;
  /** The user whom it is about, or empty. */
  userId: string;
  tenantId: string;
  method: string;
  /** What the user agent says it is. */
  device: string;
  remoteAddress: string;
  data: Json;
  /** Its place in the project's chain, from 1 without a gap; null until it is sealed. */
  sequence: number | null;
  /** Of the row before; null until it is sealed, empty for the first one. */
  previousHash: string | null;
  /** SHA-256 in hex; null until it is sealed. */
  hash: string | null;
}

/** Signatures of the chain. The newest grows with it until it is of enough rows to begin another one. */
interface AuditSealsTable {
  projectId: string;
  firstSequence: number;
  lastSequence: number;
  /** Of the row with `lastSequence`. */
  hash: string;
  sealedAt: Moment;
  keyId: string;
  /** Ed25519 in base64. */
  signature: string;
}

/** Up to where the beginning of the chain was removed on purpose. */
interface AuditRemovalsTable {
  projectId: string;
  sequence: number;
  /** Of the row with `sequence`, the last one that was removed. */
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
  /** An instance. */
  holder: string;
  expiresAt: Moment;
}
