import { randomBytes } from 'node:crypto';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import {
  hashArgon2id,
  isBelowTodaysCost,
  verifyArgon2,
} from '../../../protocols/password-hashes/argon2id.ts';
import { type ForeignHash, verifyForeignHash } from '../../../protocols/password-hashes/foreign-hash.ts';
import { ownScheme, type StoredHash } from './password.ts';

/** Creates one of our hashes. Takes its turn among all hashing: E130429 when the project has too much of it. Never in a transaction. */
export async function hashPassword(ctx: ProjectContext, password: string): Promise<StoredHash> {
  const hash = await ctx.hashing.run(ctx.project.id, () => hashArgon2id(normalized(password)));
  return { scheme: ownScheme, hash };
}

/**
 * Reports whether the password is the stored one. If none is stored, or if another system's hash does not match, computes
 * one of our hashes all the same, so that the duration of the answer reveals nothing.
 */
export async function verifyPassword(
  ctx: ProjectContext,
  userId: string,
  stored: StoredHash | undefined,
  password: string,
): Promise<boolean> {
  if (stored?.scheme === ownScheme) {
    return ctx.hashing.run(ctx.project.id, () => verifyArgon2(stored.hash, normalized(password)));
  }
  if (stored && (await matchesForeign(ctx, unsealForeign(ctx, userId, stored), password))) return true;
  const decoy = await decoyHash(ctx);
  await ctx.hashing.run(ctx.project.id, () => verifyArgon2(decoy, normalized(password)));
  return false;
}

/** Compares with another system's hash. Only some systems normalised the password first. */
async function matchesForeign(ctx: ProjectContext, foreign: ForeignHash, password: string): Promise<boolean> {
  for (const typed of new Set([password, normalized(password)])) {
    if (await ctx.hashing.run(ctx.project.id, () => verifyForeignHash(foreign, typed))) return true;
  }
  return false;
}

/** Rehashes the password at today's cost. Returns the old hash if it is up to date, or if there is no capacity for it now. */
export async function renewedHash(
  ctx: ProjectContext,
  stored: StoredHash,
  password: string,
): Promise<StoredHash> {
  if (stored.scheme === ownScheme && !(await isBelowTodaysCost(stored.hash))) return stored;
  try {
    return await hashPassword(ctx, password);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'E130429') return stored;
    throw error;
  }
}

/** Seals another system's hash. Some are guessed at billions a second, so a copy of the database must not reveal them. */
export function sealForeign(ctx: ProjectContext, userId: string, foreign: ForeignHash): StoredHash {
  return {
    scheme: foreign.scheme,
    hash: ctx.sealer.seal(JSON.stringify(foreign), purposeOf(ctx, userId)),
  };
}

function unsealForeign(ctx: ProjectContext, userId: string, { hash }: StoredHash): ForeignHash {
  return JSON.parse(ctx.sealer.unseal(hash, purposeOf(ctx, userId))) as ForeignHash;
}

function purposeOf(ctx: ProjectContext, userId: string): string {
  return `password:${ctx.project.id}:${userId}`;
}

let decoy: Promise<string> | undefined;

function decoyHash(ctx: ProjectContext): Promise<string> {
  decoy ??= ctx.hashing.run(ctx.project.id, () => hashArgon2id(randomBytes(16).toString('hex')));
  // No password matches it. If there was no capacity to compute it, the next request does.
  decoy.catch(() => {
    decoy = undefined;
  });
  return decoy;
}

/** Normalises a password, so that it is the same from every keyboard (NIST SP 800-63B §3.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFC');
}
