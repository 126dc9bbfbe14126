import { createPrivateKey } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { generateEcKeyPair } from '../../../../core/key-pairs.ts';
import type { SigningKey } from '../../../../protocols/jwt/sign.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../audit/record.ts';
import {
  type AssertionKeyRow,
  insertAssertionKey,
  listAssertionKeys,
  retireAssertionKeys,
} from './store-assertion-keys.ts';

export type AssertionAlgorithm = AssertionKeyRow['algorithm'];
export const assertionAlgorithms = ['RS256', 'RS384', 'ES384'] as const;

/** The maximum lifetime of an assertion. */
export const maxLifetimeSeconds = 24 * 60 * 60;

/** The time for which recipients of assertions may cache the key set. */
const keySetCachedMs = 10 * 60_000;

/** Returns the newest signing key of the algorithm. Creates the first one of a project on demand. */
export async function assertionKey(ctx: ProjectContext, algorithm: AssertionAlgorithm): Promise<SigningKey> {
  const rows = await listAssertionKeys(ctx.db, ctx.project.id, ctx.now());
  const row = rows.findLast((row) => row.algorithm === algorithm && row.signsFrom <= ctx.now());
  return toKey(ctx, row ?? (await addKey(ctx, algorithm, ctx.now())));
}

/** Returns the key set (RFC 7517 §5). Always queries the database, because a new key is needed at once. */
export async function assertionKeySet(ctx: ServiceContext, projectId: string): Promise<JWK[]> {
  const rows = await listAssertionKeys(ctx.db, projectId, ctx.now());
  return rows.map((row) => JSON.parse(row.publicJwk) as JWK);
}

/**
 * Replaces the keys of all algorithms in use. The new ones sign after ten minutes; the old ones stay published
 * while they are valid.
 */
export async function rotateAssertionKeys(ctx: ProjectContext): Promise<{ id: string; signsFrom: number }[]> {
  const rows = await listAssertionKeys(ctx.db, ctx.project.id, ctx.now());
  const algorithms = new Set(rows.map((row) => row.algorithm));
  const signsFrom = ctx.now() + keySetCachedMs;
  return Promise.all([...algorithms].map((algorithm) => addKey(ctx, algorithm, signsFrom)));
}

async function addKey(
  ctx: ProjectContext,
  algorithm: AssertionAlgorithm,
  signsFrom: number,
): Promise<AssertionKeyRow> {
  const key = await newKey(ctx, algorithm, signsFrom);
  await transaction(ctx, async (ctx) => {
    await insertAssertionKey(ctx.db, key);
    await retireAssertionKeys(ctx.db, key, signsFrom + maxLifetimeSeconds * 1000);
    await recordAudit(ctx, { action: 'AssertionKeyRotated', data: { kid: key.id, algorithm, signsFrom } });
  });
  return key;
}

async function newKey(
  ctx: Pick<ProjectContext, 'generateRsaKeyPair' | 'project' | 'sealer'>,
  algorithm: AssertionAlgorithm,
  signsFrom: number,
): Promise<AssertionKeyRow> {
  const { publicKey, privateKey } =
    algorithm === 'ES384' ? await generateEcKeyPair('P-384') : await ctx.generateRsaKeyPair();
  const jwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(jwk);
  const projectId = ctx.project.id;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return {
    projectId,
    id,
    algorithm,
    publicJwk: JSON.stringify({ ...jwk, kid: id, alg: algorithm, use: 'sig' }),
    sealedPrivateKey: ctx.sealer.seal(pem, purpose(projectId, id)),
    signsFrom,
    retiresAt: null,
  };
}

/** Cached: unsealing and parsing a key takes a millisecond, and a key never changes. */
function toKey(ctx: Pick<ProjectContext, 'cache' | 'sealer'>, row: AssertionKeyRow): Promise<SigningKey> {
  return ctx.cache.get(`assertion-key:${row.projectId}:${row.id}`, 3600, async () => {
    const pem = ctx.sealer.unseal(row.sealedPrivateKey, purpose(row.projectId, row.id));
    return { id: row.id, algorithm: row.algorithm, privateKey: createPrivateKey(pem) };
  });
}

function purpose(projectId: string, id: string): string {
  return `assertion-key:${projectId}:${id}`;
}

export const sealedAssertionKeys = sealedColumn({
  table: 'assertionKeys',
  key: ['projectId', 'id'],
  column: 'sealedPrivateKey',
  purposeOf: ({ projectId, id }) => purpose(projectId, id),
});
