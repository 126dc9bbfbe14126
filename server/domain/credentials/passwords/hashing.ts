import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import {
  hashArgon2id,
  isBelowTodaysCost,
  verifyArgon2,
} from '../../../protocols/password-hashes/argon2id.ts';
import { type ForeignHash, verifyForeignHash } from '../../../protocols/password-hashes/foreign-hash.ts';
import { sealedColumn } from '../../../storage/sealed-columns.ts';
import { ownScheme, type StoredHash } from './password.ts';

/** Creates one of our hashes. Throws E130429 if too many hashes of the project are waiting. Never call it in a transaction. */
export async function hashPassword(
  ctx: Pick<ProjectContext, 'hashing' | 'passwordCost' | 'project'>,
  password: string,
): Promise<StoredHash> {
  const hash = await ctx.hashing.run(ctx.project.id, () =>
    hashArgon2id(normalized(password), ctx.passwordCost),
  );
  return { scheme: ownScheme, hash };
}

/** Reports whether the password is the stored one. Throws E130429 if too many hashes of the project are waiting. */
export function verifyPassword(
  ctx: ProjectContext,
  userId: string,
  stored: StoredHash,
  password: string,
): Promise<boolean> {
  return ctx.hashing.run(ctx.project.id, () => compareNow(ctx, userId, stored, password));
}

/**
 * Reports whether the password is the stored one, as a job of the hash pool. If none is stored, or if another system's
 * hash does not match or cannot be computed, computes one of our hashes all the same, so that the duration of the answer reveals nothing.
 */
export async function compareNow(
  ctx: ProjectContext,
  userId: string,
  stored: StoredHash | undefined,
  password: string,
): Promise<boolean> {
  const matches = stored && (await tryToMatch(ctx, userId, stored, password));
  if (matches) return true;
  if (matches === false && stored?.scheme === ownScheme) return false;
  await verifyArgon2(await decoyHash(ctx), normalized(password));
  return false;
}

/** The time after which an administrator is reminded of a hash that cannot be verified. */
const reminderSeconds = 24 * 60 * 60;

/**
 * Compares with a stored hash. Returns `undefined` if that is impossible: no password matches a hash that the verifier
 * cannot run, and the answer must not tell that the user has one.
 */
async function tryToMatch(
  ctx: ProjectContext,
  userId: string,
  stored: StoredHash,
  password: string,
): Promise<boolean | undefined> {
  const foreign = stored.scheme === ownScheme ? undefined : unsealForeign(ctx, userId, stored);
  try {
    if (foreign) return await matchesForeign(foreign, password);
    return await verifyArgon2(stored.hash, normalized(password));
  } catch (error) {
    const projectId = ctx.project.id;
    await ctx.cache.get(`unverifiable-password:${projectId}:${userId}`, reminderSeconds, async () => {
      const facts = { projectId, userId, scheme: stored.scheme, cause: (error as Error).message };
      ctx.log.warn(facts, 'a stored password hash cannot be verified: set a new password for the user');
      return true;
    });
    return undefined;
  }
}

/** Compares with another system's hash. Only some systems normalised the password first. */
async function matchesForeign(foreign: ForeignHash, password: string): Promise<boolean> {
  for (const typed of new Set([password, normalized(password)])) {
    if (await verifyForeignHash(foreign, typed)) return true;
  }
  return false;
}

/** Rehashes the password at today's cost. Returns the old hash if it is up to date, or if there is no capacity for it now. */
export async function renewedHash(
  ctx: Pick<ProjectContext, 'hashing' | 'passwordCost' | 'project'>,
  stored: StoredHash,
  password: string,
): Promise<StoredHash> {
  if (stored.scheme === ownScheme && !(await isBelowTodaysCost(stored.hash, ctx.passwordCost))) return stored;
  try {
    return await hashPassword(ctx, password);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'E130429') return stored;
    throw error;
  }
}

/** Seals another system's hash. Some are guessed at billions a second, so a copy of the database must not reveal them. */
export function sealForeign(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  userId: string,
  foreign: ForeignHash,
): StoredHash {
  return {
    scheme: foreign.scheme,
    hash: ctx.sealer.seal(JSON.stringify(foreign), passwordPurpose(ctx.project.id, userId)),
  };
}

function unsealForeign(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  userId: string,
  { hash }: StoredHash,
): ForeignHash {
  return JSON.parse(ctx.sealer.unseal(hash, passwordPurpose(ctx.project.id, userId))) as ForeignHash;
}

/** Reports whether both are the same hash of another system. It looks different each time that it is sealed. */
export function isSameForeign(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  userId: string,
  a: StoredHash,
  b: StoredHash,
): boolean {
  if (a.scheme === ownScheme || b.scheme === ownScheme) return false;
  return isDeepStrictEqual(unsealForeign(ctx, userId, a), unsealForeign(ctx, userId, b));
}

function passwordPurpose(projectId: string, userId: string): string {
  return `password:${projectId}:${userId}`;
}

/** By the cost: all instances of a process share them. */
const decoys = new Map<number, Promise<string>>();

function decoyHash(ctx: ProjectContext): Promise<string> {
  const { passwordCost } = ctx;
  const key = passwordCost.memoryCost * passwordCost.timeCost;
  const known = decoys.get(key);
  if (known) return known;
  // The hash of no user's password.
  const secret = randomBytes(16).toString('hex');
  const decoy = hashArgon2id(secret, passwordCost);
  decoys.set(key, decoy);
  // A failed one must not be kept: unknown users would be told apart from then on.
  decoy.catch(() => decoys.delete(key));
  return decoy;
}

/** Normalises a password, so that it is the same from every keyboard (NIST SP 800-63B §3.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFC');
}

export const sealedPasswords = sealedColumn({
  table: 'passwords',
  key: ['projectId', 'userId'],
  column: 'hash',
  purposeOf: ({ projectId, userId }) => passwordPurpose(projectId, userId),
});

export const sealedEarlierPasswords = sealedColumn({ ...sealedPasswords, column: 'previous' });
