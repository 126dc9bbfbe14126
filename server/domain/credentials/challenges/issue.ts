import type { ProjectContext, ProjectData, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret, newDigits, newSecret } from '../../../core/crypto.ts';
import {
  type ChallengeKind,
  codeDigits,
  codeLifetimeMs,
  linkLifetimeMs,
  type NewChallenge,
} from './challenge.ts';
import type { ChallengePurpose } from './purposes.ts';
import { deleteChallengesOf, deleteExpired, findInSlots, putChallenge, type Withdrawn } from './store.ts';

export interface Issued {
  /** The secret itself. It exists only here and in the message. */
  secret: string;
  expiresAt: number;
}

/** Creates a code that replaces older ones in its slot. Stores nothing before `keep`, because the limits may forbid sending. */
export function newCode(ctx: TimedProjectData, challenge: NewChallenge, slot: string) {
  const code = newDigits(codeDigits);
  const expiresAt = ctx.now() + codeLifetimeMs;
  return {
    code,
    expiresAt,
    /** Stores the code. Part of the transaction that sends it. */
    keep: (ctx: ProjectContext) =>
      store(ctx, challenge, { kind: 'code', slot, secretHash: hashCode(ctx, slot, code), expiresAt }),
  };
}

/** Creates a link that replaces older ones in its slot. As with a code, stores nothing before `keep`. */
export function newLink(
  ctx: TimedProjectData,
  challenge: NewChallenge,
  { slot, lifetimeMs }: { slot: string; lifetimeMs: number },
) {
  const secret = newSecret();
  const expiresAt = ctx.now() + lifetimeMs;
  return {
    secret,
    expiresAt,
    /** Stores the link. Part of the transaction that sends it. */
    keep: (ctx: ProjectContext) =>
      store(ctx, challenge, { kind: 'link', slot, secretHash: hashSecret(secret), expiresAt }),
  };
}

/**
 * Returns the slot to use among these, so that only so many links are valid at once: one that is empty, otherwise that of the
 * oldest link. Part of a transaction that excludes others.
 */
export async function nextSlot(ctx: TimedProjectData, slots: readonly string[]): Promise<string> {
  const rows = await findInSlots(ctx.db, ctx.project.id, [...slots]);
  const used = rows.filter(({ expiresAt }) => expiresAt > ctx.now());
  const empty = slots.find((slot) => used.every((row) => row.slot !== slot));
  const [oldest] = used.sort((a, b) => a.createdAt - b.createdAt);
  return empty ?? (oldest as { slot: string }).slot;
}

/**
 * Stores a link's secret of 256 bits in a slot of its own, so that it stays valid beside others. Part of a transaction.
 */
export async function issueLink(
  ctx: TimedProjectData,
  challenge: NewChallenge,
  { lifetimeMs = linkLifetimeMs }: { lifetimeMs?: number } = {},
): Promise<Issued> {
  const secret = newSecret();
  const secretHash = hashSecret(secret);
  const expiresAt = ctx.now() + lifetimeMs;
  await store(ctx, challenge, { kind: 'link', slot: secretHash, secretHash, expiresAt });
  return { secret, expiresAt };
}

/** Stores an enchanted link, whose secrets the group enchanted-links creates. Part of a transaction. */
export async function issueEnchanted(
  ctx: TimedProjectData,
  challenge: NewChallenge,
  place: { slot: string; secretHash: string },
): Promise<{ expiresAt: number }> {
  const expiresAt = ctx.now() + linkLifetimeMs;
  await store(ctx, challenge, { kind: 'enchantedLink', ...place, expiresAt });
  return { expiresAt };
}

interface Place {
  kind: ChallengeKind;
  slot: string;
  secretHash: string;
  expiresAt: number;
}

async function store(ctx: TimedProjectData, challenge: NewChallenge, place: Place): Promise<void> {
  await putChallenge(ctx.db, {
    projectId: ctx.project.id,
    ...challenge,
    sessionId: challenge.sessionId ?? '',
    details: JSON.stringify(challenge.details),
    terms: JSON.stringify(challenge.terms),
    ...place,
    attempts: 0,
    confirmedAt: 0,
    createdAt: ctx.now(),
  });
}

/** Returns the slot that these parts identify. Its length is fixed, because users type part of its input. */
export function slotOf(...parts: string[]): string {
  return hashSecret(JSON.stringify(parts));
}

/** Hashes a code with a key, because there are only a million codes. The hash is useless in another slot. */
function hashCode(ctx: Pick<ProjectContext, 'project' | 'sealer'>, slot: string, code: string): string {
  return ctx.sealer.mac(code, codePurpose(ctx, slot));
}

/** Reports whether this is the code of the challenge, which an instance with another newest key may have hashed. */
export function isCodeOf(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  { slot, secretHash }: { slot: string; secretHash: string },
  code: string,
): boolean {
  return ctx.sealer.verifyMac(secretHash, code, codePurpose(ctx, slot));
}

function codePurpose(ctx: Pick<ProjectContext, 'project'>, slot: string): string {
  return `code/${ctx.project.id}/${slot}`;
}

/** Voids these codes and links of a user. Part of a transaction. */
export function withdrawChallenges(
  ctx: ProjectData,
  which: Withdrawn & { purpose?: ChallengePurpose },
): Promise<void> {
  return deleteChallengesOf(ctx.db, ctx.project.id, which);
}

/** Withdraws what is pending of a user who is enabled again: while the user was disabled, it was only refused. */
export function withdrawPending(ctx: ProjectData, { userId }: { userId: string }): Promise<void> {
  return withdrawChallenges(ctx, { userId, exceptSlot: '' });
}

/** Deletes codes and links that expired unused. */
export function deleteExpiredChallenges(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
