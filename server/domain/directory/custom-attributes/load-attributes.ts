import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import type { Db } from '../../../storage/tables.ts';
import type { AttributeDefinition, AttributeOwner } from './attribute.ts';
import { listAttributes } from './store.ts';

/** The time after which another instance sees a definition or deletion at the latest. */
const cacheSeconds = 5;

/** The definitions that transactions have read. A shared cache would expose the result of a transaction, or its failure, to others. */
const readByTransactions = new WeakMap<Db, Map<string, Promise<AttributeDefinition[]>>>();

/** Returns the attributes, oldest first: as a transaction first saw them, else at most five seconds old. */
export function attributeDefinitions(
  ctx: ProjectContext,
  owner: AttributeOwner = 'user',
): Promise<AttributeDefinition[]> {
  const { db } = ctx;
  const key = cacheKey(ctx, owner);
  const load = () => listAttributes(db, ctx.project.id, owner);
  if (!db.isTransaction) return ctx.cache.get(key, cacheSeconds, load);
  const read = readByTransactions.get(db) ?? new Map<string, Promise<AttributeDefinition[]>>();
  readByTransactions.set(db, read);
  const definitions = read.get(key) ?? load();
  read.set(key, definitions);
  return definitions;
}

/** Returns definitions that are current at the time of the call. */
export function freshDefinitions(ctx: ProjectContext, owner: AttributeOwner): Promise<AttributeDefinition[]> {
  forgetDefinitions(ctx, owner);
  return attributeDefinitions(ctx, owner);
}

/** Clears what is known of the attributes. Call it after a change in this transaction, and after a change has been committed. */
export function forgetDefinitions(
  ctx: Pick<ProjectContext, 'cache' | 'db' | 'project'>,
  owner: AttributeOwner,
): void {
  readByTransactions.get(ctx.db)?.delete(cacheKey(ctx, owner));
  ctx.cache.forget(cacheKey(ctx, owner));
}

function cacheKey(ctx: ProjectData, owner: AttributeOwner): string {
  return `attributes:${owner}:${ctx.project.id}`;
}
