import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../record.ts';
import { insertAuditKey, listAuditKeys } from './store-keys.ts';

type Service = Pick<ServiceContext, 'db' | 'now' | 'sealer'>;

export interface AuditPublicKey {
  /** SHA-256 of the key's DER (SubjectPublicKeyInfo), in hex. */
  id: string;
  publicKey: KeyObject;
}

/**
 * Loads the keys of a project's audit log, oldest first. Derives each public key from the sealed private one, so
 * that a key inserted into the database by an attacker is not accepted.
 */
export async function loadAuditKeys(ctx: Service, projectId: string) {
  const rows = await listAuditKeys(ctx.db, projectId);
  return rows.map(({ id, number, sealedPrivateKey, createdAt }) => {
    const privateKey = createPrivateKey(unsealKey(ctx, { projectId, id, sealedPrivateKey }));
    return { id, number, createdAt, privateKey, publicKey: createPublicKey(privateKey) };
  });
}

function unsealKey(
  { sealer }: Service,
  { projectId, id, sealedPrivateKey }: { projectId: string; id: string; sealedPrivateKey: string },
): string {
  try {
    return sealer.unseal(sealedPrivateKey, purpose(projectId, id));
  } catch (cause) {
    throw new Error(`the audit key ${id} of ${projectId} was not sealed by this service`, { cause });
  }
}

/** Returns the signing key and all former ones. Creates the first key of a project. */
export async function ensureAuditKey(ctx: Service, projectId: string) {
  const found = await loadAuditKeys(ctx, projectId);
  const known = found.length > 0 ? found : await addFirstKey(ctx, projectId);
  return { signing: known.at(-1)!, known };
}

/** Creates a new signing key. Earlier signatures stay valid, so the former public keys are still needed. */
export async function rotateAuditKey(ctx: ProjectContext): Promise<void> {
  const { known } = await ensureAuditKey(ctx, ctx.project.id);
  const key = newAuditKey(ctx, ctx.project.id, known.at(-1)!.number + 1);
  await transaction(ctx, async (ctx) => {
    if (!(await insertAuditKey(ctx.db, key))) return;
    await recordAudit(ctx, { action: 'AuditKeyRotated', data: { keyId: key.id } });
  });
}

/** Only one of several concurrent processes creates the key, and all of them get the same. */
async function addFirstKey(ctx: Service, projectId: string) {
  await insertAuditKey(ctx.db, newAuditKey(ctx, projectId, 1));
  return loadAuditKeys(ctx, projectId);
}

function newAuditKey(ctx: Service, projectId: string, number: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = keyIdOf(publicKey);
  return {
    projectId,
    number,
    id,
    sealedPrivateKey: ctx.sealer.seal(
      privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      purpose(projectId, id),
    ),
    createdAt: ctx.now(),
  };
}

function purpose(projectId: string, id: string): string {
  return `audit-key:${projectId}:${id}`;
}

export function keyIdOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** Reads consecutive PEM blocks. Throws if one of them is not an Ed25519 public key. */
export function readPublicKeys(pem: string): AuditPublicKey[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  return blocks.map((block) => {
    const publicKey = createPublicKey(block);
    if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error('an audit key is an Ed25519 key');
    return { id: keyIdOf(publicKey), publicKey };
  });
}

export const sealedAuditKeys = sealedColumn({
  table: 'auditKeys',
  key: ['projectId', 'number'],
  column: 'sealedPrivateKey',
  purposeOf: ({ projectId, id }) => purpose(projectId, id),
});
