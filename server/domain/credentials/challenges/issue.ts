import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { hashSecret, newDigits, newSecret } from '../../../core/crypto.ts';
import {
  type ChallengeKind,
  codeDigits,
  codeLifetimeMs,
  linkLifetimeMs,
  type NewChallenge,
} from './challenge.ts';
import type { ChallengePurpose } from './purposes.ts';
import { deleteChallengesOf, deleteExpired, putChallenge, type Withdrawn } from './store.ts';

export interface Issued {
  /** Exists only here and in what is sent. */
  secret: string;
  expiresAt: number;
}

/** A code of which the newest in its slot counts. Nothing is stored before `keep`, which the limits may forbid. */
export function newCode(ctx: ProjectContext, challenge: NewChallenge, slot: string) {
  const code = newDigits(codeDigits);
  const expiresAt = ctx.now() + codeLifetimeMs;
  return {
    code,
    expiresAt,
    /** Part of the transaction that sends it. */
    keep: (ctx: ProjectContext) =>
      store(ctx, challenge, { kind: 'code', slot, secretHash: hashCode(ctx, slot, code), expiresAt }),
  };
}

/** A link of which the newest in its slot counts. As with a code, nothing is stored before `keep`. */
export function newLink(
  ctx: ProjectContext,
  challenge: NewChallenge,
  { slot, lifetimeMs }: { slot: string; lifetimeMs: number },
) {
  const secret = newSecret();
  const expiresAt = ctx.now() + lifetimeMs;
  return {
    secret,
    expiresAt,
    /** Part of the transaction that sends it. */
    keep: (ctx: ProjectContext) =>
      store(ctx, challenge, { kind: 'link', slot, secretHash: hashSecret(secret), expiresAt }),
  };
}

/**
 * Stores a link's secret of 256 bits in a slot of its own: it stands beside others until it runs out. Part of a transaction.
 */
export async function issueLink(
  ctx: ProjectContext,
  challenge: NewChallenge,
  { lifetimeMs = linkLifetimeMs }: { lifetimeMs?: number } = {},
): Promise<Issued> {
  const secret = newSecret();
  const secretHash = hashSecret(secret);
  const expiresAt = ctx.now() + lifetimeMs;
  await store(ctx, challenge, { kind: 'link', slot: secretHash, secretHash, expiresAt });
  return { secret, expiresAt };
}

/** The secrets of an enchanted link are made by its group. Part of a transaction. */
export async function issueEnchanted(
  ctx: ProjectContext,
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

async function store(ctx: ProjectContext, challenge: NewChallenge, place: Place): Promise<void> {
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

/** A slot by what makes it one of its kind; of fixed length, because people type part of it. */
export function slotOf(...parts: string[]): string {
  return hashSecret(JSON.stringify(parts));
}

/** A code is one of a million: its hash takes a key, and is of no use in another slot. */
export function hashCode(ctx: ProjectContext, slot: string, code: string): string {
  return ctx.sealer.mac(code, `code/${ctx.project.id}/${slot}`);
}

/** None of these codes and links of a user can be spent any more. Part of a transaction. */
export function withdrawChallenges(
  ctx: ProjectContext,
  which: Withdrawn & { purpose?: ChallengePurpose },
): Promise<void> {
  return deleteChallengesOf(ctx.db, ctx.project.id, which);
}

/** Codes and links that nobody spent. */
export function deleteExpiredChallenges(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
