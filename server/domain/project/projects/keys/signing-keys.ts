import { createPrivateKey, createPublicKey } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import type { Project, ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { generateEcKeyPair } from '../../../../core/key-pairs.ts';
import type { SigningAlgorithm, SigningKey } from '../../../../protocols/jwt/sign.ts';
import type { VerificationKey } from '../../../../protocols/jwt/verify.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../audit/record.ts';
import { projectCacheSeconds } from '../load-project.ts';
import {
  findNewestSigningKey,
  insertSigningKey,
  listSigningKeys,
  retireSigningKeys,
  type SigningKeyRow,
} from '../store.ts';

type Key = SigningKey & VerificationKey & { publicJwk: JWK; signsFrom: number };

/**
 * SDKs and our other instances fetch a key when they meet its `kid`; until this has passed the old key signs on, so
 * that a cache in between can be a few minutes old.
 */
const publishedBeforeUseMs = 10 * 60_000;

/** RSA of 2,048 bits unless the project chose P-256 (RFC 7518 §3.1); the private key is sealed at once. */
export async function createSigningKey(
  ctx: ServiceContext,
  { projectId, algorithm, signsFrom }: { projectId: string; algorithm: SigningAlgorithm; signsFrom: number },
): Promise<SigningKeyRow> {
  const { publicKey, privateKey } =
    algorithm === 'RS256' ? await ctx.generateRsaKeyPair() : await generateEcKeyPair('P-256');
  const jwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(jwk);
  return {
    projectId,
    id,
    algorithm,
    publicJwk: JSON.stringify({ ...jwk, kid: id, alg: algorithm, use: 'sig' }),
    sealedPrivateKey: ctx.sealer.seal(
      privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      purpose(projectId, id),
    ),
    createdAt: ctx.now(),
    signsFrom,
    retiresAt: null,
  };
}

function purpose(projectId: string, id: string): string {
  return `signing-key:${projectId}:${id}`;
}

function signingKeys(ctx: ServiceContext, projectId: string): Promise<Key[]> {
  return ctx.cache.get(`signing-keys:${projectId}`, projectCacheSeconds, async () => {
    const rows = await listSigningKeys(ctx.db, projectId, ctx.now());
    return Promise.all(rows.map((row) => toKey(ctx, row)));
  });
}

/** Unsealing and parsing an RSA key takes a millisecond: once an hour is enough for what never changes. */
function toKey(ctx: ServiceContext, row: SigningKeyRow): Promise<Key> {
  return ctx.cache.get(`signing-key:${row.projectId}:${row.id}`, 3600, async () => {
    const publicJwk = JSON.parse(row.publicJwk) as JWK;
    const privateKey = createPrivateKey(
      ctx.sealer.unseal(row.sealedPrivateKey, purpose(row.projectId, row.id)),
    );
    return {
      id: row.id,
      algorithm: row.algorithm,
      publicJwk,
      publicKey: createPublicKey(privateKey),
      privateKey,
      signsFrom: row.signsFrom,
    };
  });
}

/** The newest key whose time to sign has come. */
export async function currentSigningKey(ctx: ServiceContext & { project: Project }): Promise<SigningKey> {
  const keys = await signingKeys(ctx, ctx.project.id);
  const key = keys.findLast((key) => key.signsFrom <= ctx.now());
  if (!key) throw new Error(`project ${ctx.project.id} has no signing key`);
  return key;
}

export function verificationKeys(ctx: ServiceContext, projectId: string): Promise<VerificationKey[]> {
  return signingKeys(ctx, projectId);
}

/** RFC 7517 §5. */
export async function publicKeySet(ctx: ServiceContext, projectId: string): Promise<JWK[]> {
  return (await signingKeys(ctx, projectId)).map((key) => key.publicJwk);
}

/** Every instance keeps all of them unsealed, and every cache of the key set has to. */
const maxPublishedKeys = 50;

/**
 * A key of the project's algorithm that signs from ten minutes on; `addSigningKey` publishes it. E011004: it was done so
 * often that there are too many keys whose tokens may be alive.
 */
export async function nextSigningKey(ctx: ServiceContext, project: Project): Promise<SigningKeyRow> {
  const published = await listSigningKeys(ctx.db, project.id, ctx.now());
  if (published.length >= maxPublishedKeys) {
    throw new ServiceError(
      'E011004',
      `The project has ${published.length} published keys: wait until tokens of the oldest ones have run out`,
    );
  }
  const signsFrom = ctx.now() + publishedBeforeUseMs;
  return createSigningKey(ctx, {
    projectId: project.id,
    algorithm: project.settings.signingAlgorithm,
    signsFrom,
  });
}

/** Keeps the other keys published until the last token they sign has run out. Call it in a transaction. */
export async function addSigningKey(ctx: ProjectContext, key: SigningKeyRow): Promise<void> {
  const { id, settings } = ctx.project;
  await insertSigningKey(ctx.db, key);
  await retireSigningKeys(ctx.db, id, key.id, key.signsFrom + settings.refreshLifetimeSeconds * 1000);
  await recordAudit(ctx, {
    action: 'ProjectModified',
    data: { signingKey: key.id, signsFrom: key.signsFrom },
  });
}

export async function rotateSigningKey(ctx: ProjectContext): Promise<{ id: string; signsFrom: number }> {
  const key = await nextSigningKey(ctx, ctx.project);
  await transaction(ctx, (ctx) => addSigningKey(ctx, key));
  ctx.cache.forget(`signing-keys:${ctx.project.id}`);
  return { id: key.id, signsFrom: key.signsFrom };
}

/** `false` when the secret key is not the one that the database was made with; nothing sealed yet is fine. */
export async function canUnsealSigningKeys(ctx: Pick<ServiceContext, 'db' | 'sealer'>): Promise<boolean> {
  const row = await findNewestSigningKey(ctx.db);
  if (!row) return true;
  try {
    ctx.sealer.unseal(row.sealedPrivateKey, purpose(row.projectId, row.id));
    return true;
  } catch {
    return false;
  }
}
