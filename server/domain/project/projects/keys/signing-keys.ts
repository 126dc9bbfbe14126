import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import type { Project } from '../../../../core/project.ts';
import type { SigningKey } from '../../../../protocols/jwt/sign.ts';
import type { VerificationKey } from '../../../../protocols/jwt/verify.ts';
import { loadOrRecall } from '../../../../storage/outage.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../audit/record.ts';
import {
  findNewestSigningKey,
  insertSigningKey,
  listSigningKeys,
  retireSigningKeys,
  type SigningKeyRow,
} from '../store.ts';
import { createKey, type Key, publishedBeforeUseMs, requireRoom, type WantedKey } from './key.ts';
import { keySet, verifyByKeys } from './key-set.ts';

/** Creates a key for sessions, which `addSigningKey` stores. */
export function createSigningKey(
  ctx: ServiceContext,
  wanted: Omit<WantedKey, 'sealedFor'>,
): Promise<SigningKeyRow> {
  return createKey(ctx, { ...wanted, sealedFor: purpose });
}

function purpose(projectId: string, id: string): string {
  return `signing-key:${projectId}:${id}`;
}

/** The keys of sessions. */
export const sessionKeys = keySet('signing-keys', { list: listSigningKeys, sealedFor: purpose });

/** Returns the newest key that already signs. */
export async function currentSigningKey(ctx: ServiceContext & { project: Project }): Promise<SigningKey> {
  const keys = await sessionKeys.read(ctx, ctx.project.id);
  const key = keys.findLast((key) => key.signsFrom <= ctx.now());
  if (!key) throw new Error(`project ${ctx.project.id} has no signing key`);
  return key;
}

/** Verifies a token that was signed with a key of sessions. `known`: the keys, if the caller has them. */
export function verifyBySessionKeys<T>(
  ctx: ProjectContext,
  verify: (keys: readonly VerificationKey[]) => T,
  known?: readonly VerificationKey[],
): Promise<T> {
  return verifyByKeys(ctx, [sessionKeys], verify, known);
}

/** Returns the keys, or those that this instance last saw if the database cannot be reached. */
export function recallVerificationKeys(
  ctx: ServiceContext,
  projectId: string,
): Promise<{ value: (VerificationKey & Pick<Key, 'publicJwk'>)[]; isStale: boolean }> {
  return loadOrRecall(
    () => sessionKeys.read(ctx, projectId),
    () => sessionKeys.lastKnown(ctx, projectId),
  );
}

/**
 * Creates a key for the project's algorithm that signs after ten minutes; `addSigningKey` publishes it. Throws
 * E011004 if recent rotations have left too many keys whose tokens may still be valid.
 */
export async function nextSigningKey(ctx: ServiceContext, project: Project): Promise<SigningKeyRow> {
  requireRoom(await listSigningKeys(ctx.db, project.id, ctx.now()));
  return createSigningKey(ctx, {
    projectId: project.id,
    algorithm: project.settings.signingAlgorithm,
    signsFrom: ctx.now() + publishedBeforeUseMs,
  });
}

/** Adds a key, and keeps the others published until the last token that they sign expires. Part of a transaction. */
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
  sessionKeys.forget(ctx, ctx.project.id);
  return { id: key.id, signsFrom: key.signsFrom };
}

/**
 * Returns `false` if the secret keys here have not sealed the newest signing key of the database, and `undefined` if it has none,
 * because it is new.
 */
export async function canUnsealSigningKeys(
  ctx: Pick<ServiceContext, 'db' | 'sealer'>,
): Promise<boolean | undefined> {
  const row = await findNewestSigningKey(ctx.db);
  if (!row) return undefined;
  try {
    ctx.sealer.unseal(row.sealedPrivateKey, purpose(row.projectId, row.id));
    return true;
  } catch {
    return false;
  }
}

export const sealedSigningKeys = sealedColumn({
  table: 'signingKeys',
  key: ['projectId', 'id'],
  column: 'sealedPrivateKey',
  purposeOf: ({ projectId, id }) => purpose(projectId, id),
});
