import { createPrivateKey, createPublicKey } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import type { ServiceContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { generateEcKeyPair } from '../../../../core/key-pairs.ts';
import type { SigningAlgorithm, SigningKey } from '../../../../protocols/jwt/sign.ts';
import type { VerificationKey } from '../../../../protocols/jwt/verify.ts';
import type { SigningKeyRow } from '../store.ts';

export type Key = SigningKey & VerificationKey & { publicJwk: JWK; signsFrom: number };

/**
 * SDKs and other instances fetch a key when they meet its `kid`. Until this time has passed, the old key continues
 * to sign, so that a cache in between can be a few minutes old.
 */
export const publishedBeforeUseMs = 10 * 60_000;

/** Names what a private key is sealed for, by its project and ID. */
export type SealedFor = (projectId: string, id: string) => string;

export interface WantedKey {
  projectId: string;
  algorithm: SigningAlgorithm;
  signsFrom: number;
  sealedFor: SealedFor;
}

/** Creates a key: RSA with 2,048 bits unless the project chose P-256 (RFC 7518 §3.1). Seals the private key at once. */
export async function createKey(
  ctx: ServiceContext,
  { projectId, algorithm, signsFrom, sealedFor }: WantedKey,
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
      sealedFor(projectId, id),
    ),
    createdAt: ctx.now(),
    signsFrom,
    retiresAt: null,
  };
}

/** Cached for an hour: unsealing and parsing an RSA key takes a millisecond, and a key never changes. */
export function openKey(ctx: ServiceContext, row: SigningKeyRow, sealedFor: SealedFor): Promise<Key> {
  return ctx.cache.get(sealedFor(row.projectId, row.id), 3600, async () => {
    const publicJwk = JSON.parse(row.publicJwk) as JWK;
    const privateKey = createPrivateKey(
      ctx.sealer.unseal(row.sealedPrivateKey, sealedFor(row.projectId, row.id)),
    );
    return {
      id: row.id,
      algorithm: row.algorithm,
      publicJwk,
      publicKey: createPublicKey(privateKey),
      privateKey,
      signsFrom: row.signsFrom,
      signsAtOnce: ctx.cores === 1,
    };
  });
}

/** Every instance keeps all of them unsealed, and so does every cache of the key set. */
const maxPublishedKeys = 50;

/** Throws E011004 if recent rotations have left too many keys whose tokens may still be valid. */
export function requireRoom(published: readonly unknown[]): void {
  if (published.length < maxPublishedKeys) return;
  throw new ServiceError(
    'E011004',
    `The project already has ${published.length} published keys. Wait until the tokens of the oldest ` +
      'ones have expired',
  );
}
