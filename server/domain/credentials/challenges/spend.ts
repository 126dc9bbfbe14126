import type { ProjectContext } from '../../../core/context.ts';
import { equalSecrets, hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type Challenge, type Channel, codeAttempts, codeDigits, toChallenge } from './challenge.ts';
import { hashCode } from './issue.ts';
import {
  type ChallengeRow,
  countAttempts,
  deleteChallenge,
  findBySecret,
  findInSlots,
  listSessionSlots,
  takeBySecret,
} from './store.ts';

/**
 * The code in one of these slots. The try is counted in the database before anything is compared, so that tries at the
 * same time are counted too. It is not spent yet: `spendCode` follows in the transaction that acts on it.
 */
export async function checkCode(ctx: ProjectContext, code: string, slots: string[]): Promise<Challenge> {
  if (!new RegExp(`^[0-9]{${codeDigits}}$`).test(code)) {
    throw new ServiceError('E011003', `code must be ${codeDigits} digits`);
  }
  const rows = await countAttempts(ctx.db, ctx.project.id, slots, ctx.now());
  if (rows.length === 0) throw await whyNoCode(ctx, slots);
  const right = rows.find((row) => equalSecrets(row.secretHash, hashCode(ctx, row.slot, code)));
  if (!right) throw new ServiceError('E061102');
  return toChallenge(right);
}

/** Lists the slots of codes that a user's sessions requested. Queries for unknown users, too. */
export function sessionSlotsOf(
  ctx: ProjectContext,
  { userId, ...named }: { userId: string; loginId: string; channel: Channel },
): Promise<string[]> {
  return listSessionSlots(ctx.db, ctx.project.id, { ...named, userId: userId || 'nobody' });
}

async function whyNoCode(ctx: ProjectContext, slots: string[]): Promise<ServiceError> {
  const rows = await findInSlots(ctx.db, ctx.project.id, slots);
  if (rows.some((row) => row.expiresAt > ctx.now() && row.attempts >= codeAttempts)) {
    return new ServiceError('E061103', 'Too many wrong codes: ask for a new one');
  }
  return new ServiceError(rows.length > 0 ? 'E061104' : 'E061102');
}

/** E061102 when somebody else has spent it, or a newer one took its place. Part of a transaction. */
export async function spendCode(ctx: ProjectContext, challenge: Challenge): Promise<void> {
  if (!(await deleteChallenge(ctx.db, ctx.project.id, challenge))) throw new ServiceError('E061102');
}

/** Deletes and returns what the link is good for. E062504 when that is nothing any more. Part of a transaction. */
export async function spendLink(ctx: ProjectContext, secret: string): Promise<Challenge> {
  return requireLink(await takeBySecret(ctx.db, ctx.project.id, linkOf(ctx, secret)));
}

/** The same without spending it. */
export async function findLink(ctx: ProjectContext, secret: string): Promise<Challenge> {
  return requireLink(await findBySecret(ctx.db, ctx.project.id, linkOf(ctx, secret)));
}

function linkOf(ctx: ProjectContext, secret: string) {
  return { kind: 'link', secretHash: hashSecret(secret), now: ctx.now() } as const;
}

function requireLink(row: ChallengeRow | undefined): Challenge {
  if (!row) throw new ServiceError('E062504', 'The link has expired, or was used before');
  return toChallenge(row);
}
