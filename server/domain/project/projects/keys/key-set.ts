import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { UnknownKeyError, type VerificationKey } from '../../../../protocols/jwt/verify.ts';
import { loadOrRecall } from '../../../../storage/outage.ts';
import type { Db } from '../../../../storage/tables.ts';
import { projectCacheSeconds } from '../load-project.ts';
import type { SigningKeyRow } from '../store.ts';
import { type Key, openKey, type SealedFor } from './key.ts';

/** Anybody can send a token with an unknown key ID, so keys are not read more often than this because of one. */
const shortestSeconds = 1;

/** The keys of one kind that a project publishes, as an instance reads them every five seconds. */
export interface KeySet {
  read(ctx: ServiceContext, projectId: string): Promise<Key[]>;
  /** Reads the keys of the database. */
  readNow(ctx: ServiceContext, projectId: string): Promise<Key[]>;
  /** Reads the keys of the database, at most once a second. */
  readAgain(ctx: ServiceContext, projectId: string): Promise<Key[]>;
  /** Returns the keys that this instance last saw. */
  lastKnown(ctx: ServiceContext, projectId: string): Key[] | undefined;
  /** Makes this instance read the keys again. */
  forget(ctx: ServiceContext, projectId: string): void;
}

export function keySet(
  name: string,
  {
    list,
    sealedFor,
  }: { list: (db: Db, projectId: string, now: number) => Promise<SigningKeyRow[]>; sealedFor: SealedFor },
): KeySet {
  const nameOf = (projectId: string) => `${name}:${projectId}`;
  const keep = (ctx: ServiceContext, projectId: string, load: () => Promise<Key[]>) =>
    ctx.cache.get(nameOf(projectId), projectCacheSeconds, load);
  const load = async (ctx: ServiceContext, projectId: string) => {
    const rows = await list(ctx.db, projectId, ctx.now());
    return Promise.all(rows.map((row) => openKey(ctx, row, sealedFor)));
  };
  const forget = (ctx: ServiceContext, projectId: string) => ctx.cache.forget(nameOf(projectId));
  const readNow = async (ctx: ServiceContext, projectId: string) => {
    const keys = await load(ctx, projectId);
    // Not before, because the known ones count in an outage.
    forget(ctx, projectId);
    return keep(ctx, projectId, async () => keys);
  };
  return {
    read: (ctx, projectId) => keep(ctx, projectId, () => load(ctx, projectId)),
    readNow,
    readAgain: (ctx, projectId) =>
      ctx.cache.get(`${nameOf(projectId)} again`, shortestSeconds, () => readNow(ctx, projectId)),
    lastKnown: (ctx, projectId) => ctx.cache.lastKnown<Key[]>(nameOf(projectId)),
    forget,
  };
}

/**
 * Verifies a token with the keys that this instance knows, and once more with those of the database if it does not know the key
 * that the token names. `known`: the keys, if the caller has them.
 */
export async function verifyByKeys<T>(
  ctx: ProjectContext,
  sets: readonly KeySet[],
  verify: (keys: readonly VerificationKey[]) => T,
  known?: readonly VerificationKey[],
): Promise<T> {
  const all = async (way: 'read' | 'readAgain') =>
    (await Promise.all(sets.map((set) => set[way](ctx, ctx.project.id)))).flat();
  const keys = known ?? (await all('read'));
  try {
    return verify(keys);
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error;
    const { value } = await loadOrRecall<readonly VerificationKey[]>(
      () => all('readAgain'),
      () => keys,
    );
    return verify(value);
  }
}
