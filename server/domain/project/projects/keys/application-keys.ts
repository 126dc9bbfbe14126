import type { JWK } from 'jose';
import type { ProjectContext, ServiceContext, TimedProjectData } from '../../../../core/context.ts';
import type { Project, ProjectSettings } from '../../../../core/project.ts';
import type { SigningAlgorithm, SigningKey } from '../../../../protocols/jwt/sign.ts';
import type { VerificationKey } from '../../../../protocols/jwt/verify.ts';
import { loadOrRecall } from '../../../../storage/outage.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../audit/record.ts';
import type { SigningKeyRow } from '../store.ts';
import { createKey, type Key, publishedBeforeUseMs, requireRoom } from './key.ts';
import { keySet, verifyByKeys } from './key-set.ts';
import { currentSigningKey, recallVerificationKeys, sessionKeys } from './signing-keys.ts';
import { insertApplicationKey, listApplicationKeys, retireApplicationKey } from './store-application-keys.ts';

// The keys of every token that is not a session. The SDKs accept what a key of the session key set signed as a session, whatever
// the token says that it is.

/** The lifetime of an ID token, whatever the settings of sessions. */
export const idTokenSeconds = 3_600;

function purpose(projectId: string, id: string): string {
  return `application-key:${projectId}:${id}`;
}

/** Reports whether the tokens of applications are signed with keys of their own now. */
export function hasApplicationKeys(
  { project: { settings } }: { project: Pick<Project, 'settings'> },
  now: number,
): boolean {
  return settings.applicationKeysFrom !== null && settings.applicationKeysFrom <= now;
}

/** The keys of applications. */
export const applicationKeys = keySet('application-keys', { list: listApplicationKeys, sealedFor: purpose });

/** Returns the key for a token of an application. A project of an earlier version uses the key of its sessions. */
export async function currentApplicationKey(ctx: ServiceContext & { project: Project }): Promise<SigningKey> {
  return hasApplicationKeys(ctx, ctx.now()) ? currentOtherKey(ctx) : currentSigningKey(ctx);
}

/**
 * Returns the key for a token that must not pass for a session in any project: the newest key of the applications that already signs.
 * Creates the first one of a project on demand, because most projects need none.
 */
export async function currentOtherKey(ctx: ServiceContext & { project: Project }): Promise<SigningKey> {
  const keys = await applicationKeys.read(ctx, ctx.project.id);
  return keys.findLast((key) => key.signsFrom <= ctx.now()) ?? firstKey(ctx);
}

/** Creates the first key, which signs at once. Of several instances that create one, all use that of the first. */
async function firstKey(ctx: ServiceContext & { project: Project }): Promise<SigningKey> {
  const { id: projectId, settings } = ctx.project;
  await ctx.cache.get(`first-application-key:${projectId}`, 1, async () => {
    await insertApplicationKey(ctx.db, await newKey(ctx, projectId, settings.signingAlgorithm, ctx.now()));
    applicationKeys.forget(ctx, projectId);
    return true;
  });
  const key = (await applicationKeys.read(ctx, projectId)).findLast(
    ({ signsFrom }) => signsFrom <= ctx.now(),
  );
  if (!key) throw new Error(`project ${projectId} has no application key`);
  return key;
}

function newKey(
  ctx: ServiceContext,
  projectId: string,
  algorithm: SigningAlgorithm,
  signsFrom: number,
): Promise<SigningKeyRow> {
  return createKey(ctx, { projectId, algorithm, signsFrom, sealedFor: purpose });
}

/**
 * Verifies a token of an application. Keys of sessions have signed it in a project of an earlier version, and sign the access tokens of the
 * project's own client.
 */
export function verifyByApplicationKeys<T>(
  ctx: ProjectContext,
  verify: (keys: readonly VerificationKey[]) => T,
): Promise<T> {
  return verifyByKeys(ctx, [applicationKeys, sessionKeys], verify);
}

/**
 * Returns the key set of the OpenID provider, or what this instance last saw of it if the database cannot be reached. It has the keys of
 * sessions, too: the access tokens of the project's own applications are session JWTs.
 */
export async function recallApplicationKeys(
  ctx: ServiceContext,
  projectId: string,
): Promise<{ value: { publicJwk: JWK }[]; isStale: boolean }> {
  const own = await loadOrRecall(
    () => publishedKeys(ctx, projectId),
    () => applicationKeys.lastKnown(ctx, projectId),
  );
  const ofSessions = await recallVerificationKeys(ctx, projectId);
  return { value: [...own.value, ...ofSessions.value], isStale: own.isStale || ofSessions.isStale };
}

/** Returns the keys. The first one of a project signs at once, so another instance must not say for seconds that there is none. */
async function publishedKeys(ctx: ServiceContext, projectId: string): Promise<Key[]> {
  const keys = await applicationKeys.read(ctx, projectId);
  return keys.length > 0 ? keys : applicationKeys.readNow(ctx, projectId);
}

/** Lists the published keys of applications. */
export function publishedApplicationKeys(ctx: TimedProjectData): Promise<SigningKeyRow[]> {
  return listApplicationKeys(ctx.db, ctx.project.id, ctx.now());
}

/**
 * Creates the key that a change of the settings needs: when the project begins to use keys of its own for applications, and when its
 * algorithm changes. Returns `undefined` if none is needed.
 */
export async function applicationKeyFor(
  ctx: ProjectContext,
  changed: Pick<ProjectSettings, 'signingAlgorithm' | 'applicationKeysFrom'>,
): Promise<SigningKeyRow | undefined> {
  const published = await publishedApplicationKeys(ctx);
  const current = published.find(({ retiresAt }) => retiresAt === null);
  const isWanted = changed.applicationKeysFrom !== null && ctx.project.settings.applicationKeysFrom === null;
  const isOutdated = current ? current.algorithm !== changed.signingAlgorithm : isWanted;
  return isOutdated ? nextKey(ctx, published, changed.signingAlgorithm) : undefined;
}

async function nextKey(
  ctx: ProjectContext,
  published: SigningKeyRow[],
  algorithm: SigningAlgorithm,
): Promise<SigningKeyRow> {
  requireRoom(published);
  return newKey(ctx, ctx.project.id, algorithm, ctx.now() + publishedBeforeUseMs);
}

/**
 * Adds a key, and keeps the one before it published for as long as applications may show its ID tokens. Part of a transaction. Returns
 * `false` if a concurrent request added another.
 */
export async function addApplicationKey(ctx: ProjectContext, key: SigningKeyRow): Promise<boolean> {
  const { id, settings } = ctx.project;
  const longestSeconds = Math.max(
    settings.refreshLifetimeSeconds,
    settings.sessionLifetimeSeconds,
    idTokenSeconds,
  );
  await retireApplicationKey(ctx.db, id, key.signsFrom + longestSeconds * 1000);
  if (!(await insertApplicationKey(ctx.db, key))) return false;
  await recordAudit(ctx, {
    action: 'ProjectModified',
    data: { applicationKey: key.id, signsFrom: key.signsFrom },
  });
  return true;
}

/** Replaces the key if the project has one. The new one signs after ten minutes. */
export async function rotateApplicationKey(
  ctx: ProjectContext,
): Promise<{ id: string; signsFrom: number }[]> {
  const published = await publishedApplicationKeys(ctx);
  if (published.length === 0) return [];
  const key = await nextKey(ctx, published, ctx.project.settings.signingAlgorithm);
  const isAdded = await transaction(ctx, (ctx) => addApplicationKey(ctx, key));
  applicationKeys.forget(ctx, ctx.project.id);
  return isAdded ? [{ id: key.id, signsFrom: key.signsFrom }] : [];
}

export const sealedApplicationKeys = sealedColumn({
  table: 'applicationKeys',
  key: ['projectId', 'id'],
  column: 'sealedPrivateKey',
  purposeOf: ({ projectId, id }) => purpose(projectId, id),
});
