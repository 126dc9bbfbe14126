import type { ProjectData } from '../../../core/context.ts';
import * as store from './store-rows.ts';
import { isDisabled } from './user.ts';

// A pending sign-in remembers how often the user's access had been revoked when it started. It stores a count
// rather than a time, because the clocks of two instances differ and one millisecond can contain both events.

/** Invalidates every pending sign-in of the user. Part of a transaction, and locks the user. */
export function countRevocation(ctx: ProjectData, userId: string): Promise<void> {
  return store.incrementRevocations(ctx.db, ctx.project.id, userId);
}

/** Returns the count that a pending sign-in remembers. An unknown user has 0, the count that new users start with. */
export async function revocationsOf(ctx: ProjectData, userId: string): Promise<number> {
  // Queries for unknown users, too, so that response times do not reveal which users exist.
  return (await store.findRevocations(ctx.db, ctx.project.id, userId)) ?? 0;
}

/**
 * Reports whether the user's access was revoked since the count was `remembered`. Locks the user until the
 * transaction ends, so that a revocation on another instance comes either before this answer, or after the creation
 * of the session, which it then ends. Leaves a disabled or deleted user to `startSession`, which refuses them.
 */
export async function wasRevoked(ctx: ProjectData, userId: string, remembered: number): Promise<boolean> {
  const held = await store.holdUserRow(ctx.db, ctx.project.id, userId);
  return held !== undefined && !isDisabled(held) && held.revocations !== remembered;
}

/** Locks the user until the transaction ends. */
export async function holdUser(ctx: ProjectData, userId: string): Promise<void> {
  await store.holdUserRow(ctx.db, ctx.project.id, userId);
}

/** Locks users until the transaction ends, in the order of their IDs, so that two transactions cannot wait for each other. */
export async function holdUsers(ctx: ProjectData, userIds: string[]): Promise<void> {
  await store.holdUserRows(ctx.db, ctx.project.id, userIds);
}
