import type { ProjectContext } from '../../../core/context.ts';
import * as store from './store-rows.ts';

// A sign-in that waits to be finished remembers how often the user's access had been revoked when it was begun. It is a
// count and not a moment, because the clocks of two instances differ and one millisecond can hold both.

/** Voids every sign-in of the user that was begun and is not finished. Part of a transaction, and holds the user. */
export function countRevocation(ctx: ProjectContext, userId: string): Promise<void> {
  return store.countRevocation(ctx.db, ctx.project.id, userId);
}

/** The count that a pending sign-in remembers. 0 for a user who is not there yet, which new users begin with. */
export async function revocationsOf(ctx: ProjectContext, userId: string): Promise<number> {
  // Queries for unknown users, too, so that response times do not reveal which users exist.
  return (await store.findRevocations(ctx.db, ctx.project.id, userId)) ?? 0;
}

/**
 * Reports whether the user's access was revoked since the count was `remembered`. Holds the user until the transaction ends, so
 * a revocation on another instance comes either before this answer or after the session that is created from it, and ends
 * that. A user who is disabled or gone is left to `startSession`, which refuses them.
 */
export async function wasRevoked(ctx: ProjectContext, userId: string, remembered: number): Promise<boolean> {
  const held = await store.holdUser(ctx.db, ctx.project.id, userId);
  return held !== undefined && held.status !== 'disabled' && held.revocations !== remembered;
}

/** Holds the user until the transaction ends. */
export async function holdUser(ctx: ProjectContext, userId: string): Promise<void> {
  await store.holdUser(ctx.db, ctx.project.id, userId);
}
