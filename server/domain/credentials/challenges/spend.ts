import type { ProjectContext, ProjectData, TimedProjectData } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { readCode } from '../../../core/typed-text.ts';
import { together, transaction } from '../../../storage/transaction.ts';
import { type Challenge, type Channel, codeAttempts, codeDigits, toChallenge } from './challenge.ts';
import { isCodeOf } from './issue.ts';
import {
  type ChallengeRow,
  countAttempts,
  deleteChallenge,
  findBySecret,
  findExpired,
  findInSlots,
  listSessionSlots,
  takeBySecret,
} from './store.ts';

/**
 * Spends the code in one of these slots and does `work`, all in one transaction, which costs one sync instead of two. Counts the
 * try in the database before comparing anything, so that simultaneous tries are counted too, and commits the count of a wrong
 * code. A right code whose work is refused stays, and its try is counted again, because the refusal undoes the count.
 */
export async function spendCode<R>(
  ctx: ProjectContext,
  { code: typed, slots }: { code: string; slots: string[] },
  work: (ctx: ProjectContext, challenge: Challenge) => Promise<R>,
): Promise<R> {
  const code = readCode(typed);
  if (code.length !== codeDigits || !/^[0-9]+$/.test(code))
    throw new ServiceError('E011003', `code must be ${codeDigits} digits`);
  const { id } = ctx.project;
  let isRight = false;
  let tried: { found: number; result?: { of: R } };
  try {
    tried = await transaction(ctx, async (ctx) => {
      isRight = false;
      const rows = await countAttempts(ctx.db, id, slots, ctx.now());
      const right = rows.find((row) => isCodeOf(ctx, row, code));
      if (!right) return { found: rows.length };
      isRight = true;
      const [isSpent, of] = await together([
        deleteChallenge(ctx.db, id, right),
        work(ctx, toChallenge(right)),
      ]);
      if (!isSpent) throw new ServiceError('E061102');
      return { found: rows.length, result: { of } };
    });
  } catch (error) {
    if (isRight) await countAttempts(ctx.db, id, slots, ctx.now());
    throw error;
  }
  if (tried.result) return tried.result.of;
  throw tried.found > 0 ? new ServiceError('E061102') : await whyNoCode(ctx, slots);
}

/** Lists the slots of codes that a user's sessions requested. Queries for unknown users too, to take as long. */
export function sessionSlotsOf(
  ctx: ProjectData,
  { userId, ...named }: { userId: string; loginId: string; channel: Channel },
): Promise<string[]> {
  return listSessionSlots(ctx.db, ctx.project.id, { ...named, userId: userId || 'nobody' });
}

async function whyNoCode(ctx: TimedProjectData, slots: string[]): Promise<ServiceError> {
  const rows = await findInSlots(ctx.db, ctx.project.id, slots);
  if (rows.some((row) => row.expiresAt > ctx.now() && row.attempts >= codeAttempts)) {
    return new ServiceError('E061103', 'Too many wrong codes. Request a new code');
  }
  return new ServiceError(rows.length > 0 ? 'E061104' : 'E061102');
}

/** Deletes and returns a link's challenge. Throws E062504 if it is no longer valid. Part of a transaction. */
export async function spendLink(ctx: TimedProjectData, secret: string): Promise<Challenge> {
  return requireLink(ctx, secret, await takeBySecret(ctx.db, ctx.project.id, linkOf(ctx, secret)));
}

/** Returns a link's challenge without spending it. Throws E062504 if it is no longer valid. */
export async function findLink(ctx: TimedProjectData, secret: string): Promise<Challenge> {
  return requireLink(ctx, secret, await findBySecret(ctx.db, ctx.project.id, linkOf(ctx, secret)));
}

function linkOf(ctx: TimedProjectData, secret: string) {
  return { kind: 'link', secretHash: hashSecret(secret), now: ctx.now() } as const;
}

async function requireLink(
  ctx: TimedProjectData,
  secret: string,
  row: ChallengeRow | undefined,
): Promise<Challenge> {
  if (row) return toChallenge(row);
  throw await linkNotValid(ctx, 'link', hashSecret(secret));
}

/** Returns E062504. The message is the same for every cause; our own pages and the audit log say which it is. */
export async function linkNotValid(
  ctx: TimedProjectData,
  kind: 'link' | 'enchantedLink',
  secretHash: string,
): Promise<ServiceError> {
  const expired = await findExpired(ctx.db, ctx.project.id, { kind, secretHash, now: ctx.now() });
  return new ServiceError('E062504', 'The link has expired or has already been used. Request a new one', {
    about: expired ? { cause: 'expiredLink', userId: expired.userId } : { cause: 'usedLink' },
  });
}
