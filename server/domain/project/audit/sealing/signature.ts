import { type KeyObject, sign, verify } from 'node:crypto';
import type { Row } from '../../../../storage/tables.ts';
import { canonicalJson } from './canonical.ts';

/**
 * A statement of an audit key about a project's chain. The signature covers its purpose, so that one statement
 * cannot pass for another.
 */
export type Statement =
  /** The chain up to this row is as it was sealed. */
  | { purpose: 'seal'; projectId: string; sequence: number; hash: string; sealedAt: number }
  /** The rows up to this one were removed intentionally. */
  | { purpose: 'removal'; projectId: string; sequence: number; hash: string; removedAt: number }
  /** The end of the chain at the time of the export, which reveals a truncated file. */
  | {
      purpose: 'export';
      version: 1;
      projectId: string;
      sequence: number;
      hash: string;
      exportedAt: number;
    };

export type Signed<S extends Statement = Statement> = {
  keyId: string;
  /** Base64. */
  signature: string;
  statement: S;
};

/** Signs the statement's canonical JSON with Ed25519 (RFC 8032). */
export function signStatement<S extends Statement>(
  { id, privateKey }: { id: string; privateKey: KeyObject },
  statement: S,
): Signed<S> {
  const signature = sign(null, Buffer.from(canonicalJson(statement)), privateKey).toString('base64');
  return { keyId: id, signature, statement };
}

export function isSignedBy(
  keys: readonly { id: string; publicKey: KeyObject }[],
  { keyId, signature, statement }: Signed,
): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return false;
  return verify(null, Buffer.from(canonicalJson(statement)), key.publicKey, Buffer.from(signature, 'base64'));
}

export function signedSeal({ keyId, signature, ...seal }: Row<'auditSeals'>): Signed {
  const { projectId, lastSequence: sequence, hash, sealedAt } = seal;
  return { keyId, signature, statement: { purpose: 'seal', projectId, sequence, hash, sealedAt } };
}

export function signedRemoval({ keyId, signature, ...removal }: Row<'auditRemovals'>): Signed {
  return { keyId, signature, statement: { purpose: 'removal', ...removal } };
}
