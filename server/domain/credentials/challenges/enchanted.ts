import type { ProjectData, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { revocationsOf } from '../../directory/users/revocations.ts';
import { type Challenge, toChallenge } from './challenge.ts';
import type { Proven } from './complete.ts';
import * as store from './store.ts';

/** The time for which a confirmed sign-in waits for the device that began it. */
const collectLifetimeMs = 2 * 60_000;

/** The part of a confirmed sign-in that is kept until it is collected. */
export interface ConfirmedDetails {
  firstSeen: boolean;
  /** The user's revocation count at that time. Absent in rows from before the upgrade that counts them. */
  revocations?: number;
}

/** Finds an enchanted link by the handle that its three links share. */
export async function findEnchanted(
  ctx: TimedProjectData,
  handleHash: string,
): Promise<Challenge | undefined> {
  const row = await store.findBySecret(ctx.db, ctx.project.id, {
    kind: 'enchantedLink',
    secretHash: handleHash,
    now: ctx.now(),
  });
  return row && row.confirmedAt === 0 ? toChallenge(row) : undefined;
}

/** Deletes the link. Part of a transaction. */
export async function dropEnchanted(ctx: ProjectData, challenge: Challenge): Promise<void> {
  await store.deleteChallenge(ctx.db, ctx.project.id, challenge);
}

/** Marks the link as confirmed, does what it was sent for, and stores the user until collection. Part of a transaction. */
export async function confirmEnchanted(
  ctx: TimedProjectData,
  challenge: Challenge,
  complete: () => Promise<Proven>,
): Promise<void> {
  const now = ctx.now();
  const isFirst = await store.markConfirmed(ctx.db, ctx.project.id, challenge, {
    now,
    expiresAt: Math.max(challenge.expiresAt, now + collectLifetimeMs),
  });
  if (!isFirst) throw new ServiceError('E062504', 'The link has already been used. Request a new one');
  const { userId, firstSeen } = await complete();
  // Reads the count again, because a first proof has just ended the sessions of the account's creator.
  const revocations = await revocationsOf(ctx, userId);
  const confirmed: ConfirmedDetails = { firstSeen, revocations };
  const details = JSON.stringify(confirmed);
  await store.updateConfirmed(ctx.db, ctx.project.id, challenge.slot, { userId, details });
}

/** Deletes and returns a confirmed link, or returns `undefined` if there is none. Part of a transaction. */
export async function collectConfirmed(
  ctx: TimedProjectData,
  slot: string,
): Promise<Challenge | 'waiting' | undefined> {
  const [row] = await store.findInSlots(ctx.db, ctx.project.id, [slot]);
  if (!row || row.expiresAt <= ctx.now()) return undefined;
  if (row.confirmedAt === 0) return 'waiting';
  const taken = await store.takeConfirmed(ctx.db, ctx.project.id, slot, ctx.now());
  return taken && toChallenge(taken);
}
