import type { ProjectContext } from '../../../core/context.ts';
import type { AttributeDefinition, AttributeOwner } from './attribute.ts';
import { listAttributes } from './store.ts';

/** How late another instance may notice that an attribute was defined or deleted. */
const cacheSeconds = 5;

/** The oldest first. Within a transaction they are those of now, else at most five seconds old. */
export function attributeDefinitions(
  ctx: ProjectContext,
  owner: AttributeOwner = 'user',
): Promise<AttributeDefinition[]> {
  const load = () => listAttributes(ctx.db, ctx.project.id, owner);
  // Others would share the answer, and its failure, of a transaction that is not theirs.
  if (ctx.db.isTransaction) return load();
  return ctx.cache.get(cacheKey(ctx, owner), cacheSeconds, load);
}

/** The same, and not older than this moment. */
export function freshDefinitions(ctx: ProjectContext, owner: AttributeOwner): Promise<AttributeDefinition[]> {
  forgetDefinitions(ctx, owner);
  return attributeDefinitions(ctx, owner);
}

/** After a change has been committed. */
export function forgetDefinitions(ctx: ProjectContext, owner: AttributeOwner): void {
  ctx.cache.forget(cacheKey(ctx, owner));
}

function cacheKey(ctx: ProjectContext, owner: AttributeOwner): string {
  return `attributes:${owner}:${ctx.project.id}`;
}
