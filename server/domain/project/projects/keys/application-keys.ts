import type { JWK } from 'jose';
import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import type { Project, ProjectSettings } from '../../../../core/project.ts';
import type { SigningAlgorithm, SigningKey } from '../../../../protocols/jwt/sign.ts';
import type { VerificationKey } from '../../../../protocols/jwt/verify.ts';
import { loadOrRecall } from '../../../../storage/outage.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../audit/record.ts';
import { projectCacheSeconds } from '../load-project.ts';
import type { SigningKeyRow } from '../store.ts';
import { createKey, type Key, openKey, publishedBeforeUseMs, requireRoom } from './key.ts';
import { currentSigningKey, recallVerificationKeys, verificationKeys } from './signing-keys.ts';
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

function applicationKeys(ctx: ServiceContext, projectId: string): Promise<Key[]> {
  return ctx.cache.get(cacheKey(projectId), projectCacheSeconds, async () => {
    const rows = await listApplicationKeys(ctx.db, projectId, ctx.now());
    return Promise.all(rows.map((row) => openKey(ctx, row, purpose)));
  });
}

function cacheKey(projectId: string): string {
  return `application-keys:${projectId}`;
}

/** Returns the key for a token of an application. A project of an earlier version uses the key of its sessions. */
export async function currentApplicationKey(ctx: ServiceContext & { project: Project }): Promise<SigningKey> {
  return hasApplicationKeys(ctx, ctx.now()) ? currentOtherKey(ctx) : currentSigningKey(ctx);
}

/**
 * Returns the key for a token that must not pass for a session in any project: the newest key of the applications that already signs.
 * Creates the first one of a project on demand, because most projects need none.
 */
export async function currentOtherKey(ctx: ServiceContext & { project: Project }): Promise<SigningKey> {
  const keys = await applicationKeys(ctx, ctx.project.id);
  return keys.findLast((key) => key.signsFrom <= ctx.now()) ?? firstKey(ctx);
}

/** Creates the first key, which signs at once. Of several instances that create one, all use that of the first. */
async function firstKey(ctx: ServiceContext & { project: Project }): Promise<SigningKey> {
  const { id: projectId, settings } = ctx.project;
  await ctx.cache.get(`first-application-key:${projectId}`, 1, async () => {
    await insertApplicationKey(ctx.db, await newKey(ctx, projectId, settings.signingAlgorithm, ctx.now()));
    ctx.cache.forget(cacheKey(projectId));
    return true;
  });
  const key = (await applicationKeys(ctx, projectId)).findLast(({ signsFrom }) => signsFrom <= ctx.now());
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

/** Returns the keys of applications and those of sessions, which sign tokens of applications in projects of earlier versions. */
export async function applicationVerificationKeys(
  ctx: ServiceContext,
  projectId: string,
): Promise<VerificationKey[]> {
  return [...(await applicationKeys(ctx, projectId)), ...(await verificationKeys(ctx, projectId))];
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
    () => applicationKeys(ctx, projectId),
    () => ctx.cache.lastKnown<Key[]>(cacheKey(projectId)),
  );
  const ofSessions = await recallVerificationKeys(ctx, projectId);
  return { value: [...own.value, ...ofSessions.value], isStale: own.isStale || ofSessions.isStale };
}

/** Lists the published keys of applications. */
export function publishedApplicationKeys(ctx: ProjectContext): Promise<SigningKeyRow[]> {
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

/** Makes this instance read the keys again. */
export function forgetApplicationKeys(ctx: ServiceContext, projectId: string): void {
  ctx.cache.forget(cacheKey(projectId));
}

/** Replaces the key if the project has one. The new one signs after ten minutes. */
export async function rotateApplicationKey(
  ctx: ProjectContext,
): Promise<{ id: string; signsFrom: number }[]> {
  const published = await publishedApplicationKeys(ctx);
  if (published.length === 0) return [];
  const key = await nextKey(ctx, published, ctx.project.settings.signingAlgorithm);
  const isAdded = await transaction(ctx, (ctx) => addApplicationKey(ctx, key));
  forgetApplicationKeys(ctx, ctx.project.id);
  return isAdded ? [{ id: key.id, signsFrom: key.signsFrom }] : [];
}

export const sealedApplicationKeys = sealedColumn({
  table: 'applicationKeys',
  key: ['projectId', 'id'],
  column: 'sealedPrivateKey',
  purposeOf: ({ projectId, id }) => purpose(projectId, id),
});
