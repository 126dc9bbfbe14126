import type { ProjectContext } from '../../../core/context.ts';
import type { AttributeDefinition, AttributeOwner } from './attribute.ts';
import { listAttributes } from './store.ts';

/** The time after which another instance sees a definition or deletion at the latest. */
const cacheSeconds = 5;

/** Returns the attributes, oldest first: current ones within a transaction, else at most five seconds old. */
export function attributeDefinitions(
  ctx: ProjectContext,
  owner: AttributeOwner = 'user',
): Promise<AttributeDefinition[]> {
  const load = () => listAttributes(ctx.db, ctx.project.id, owner);
  // A shared cache would expose this transaction's result, or its failure, to others.
  if (ctx.db.isTransaction) return load();
  return ctx.cache.get(cacheKey(ctx, owner), cacheSeconds, load);
}

/** Returns definitions that are current at the time of the call. */
export function freshDefinitions(ctx: ProjectContext, owner: AttributeOwner): Promise<AttributeDefinition[]> {
  forgetDefinitions(ctx, owner);
  return attributeDefinitions(ctx, owner);
}

/** Clears the cache after a change has been committed. */
export function forgetDefinitions(ctx: ProjectContext, owner: AttributeOwner): void {
  ctx.cache.forget(cacheKey(ctx, owner));
}

function cacheKey(ctx: ProjectContext, owner: AttributeOwner): string {
  return `attributes:${owner}:${ctx.project.id}`;
}
