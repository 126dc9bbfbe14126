import type { ProjectContext, ProjectData, TimedProjectData, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { readCode } from '../../../core/typed-text.ts';
import { isTotpCode, matchTotp } from '../../../protocols/totp/totp.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findSsoAppIds } from '../../directory/applications/sso/load-app.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { selfGiven } from '../../directory/users/details.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { findSignInUserId } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { requireHeldSession } from '../../sessions/sessions/live-session.ts';
import type { Session } from '../../sessions/sessions/session.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { completeEnrolmentBy } from '../enrolment/enrolment.ts';
import { type SignUpDetails, totpPurpose } from './start-totp.ts';
import {
  acceptStep,
  countAttempt,
  countSignUpAttempt,
  findNextAttemptAt,
  isSignUpPending,
  replaceCredential,
  type TotpSignUpRow,
  takeSignUp,
} from './store.ts';

export interface TotpVerification {
  loginId: string;
  code: string;
  terms: SignInOptions;
}

export type TotpSignIn = StartedSession & { firstSeen: boolean };

/**
 * Checks a code, which completes a pending sign-up, completes a pending change of a user's authenticator, or signs a
 * registered user in, whichever the login ID has waiting. Counts every attempt in the database before comparing the code.
 * An unknown login ID gets the same answer as a wrong code.
 */
export async function verifyTotp(ctx: ProjectContext, input: TotpVerification): Promise<TotpSignIn> {
  const code = readTotpCode(input.code);
  const loginId = foldLoginId(input.loginId);
  const userId = await findSignInUserId(ctx, input.loginId);
  // A sign-up counts only while the login ID is free: a user whom another caller has created in the meantime must not get
  // this sign-up's authenticator.
  const pending = { projectId: ctx.project.id, loginId, userId: userId ?? '' };
  const isPending = await isSignUpPending(ctx.db, pending);
  const waiting = isPending ? await countSignUpAttempt(ctx.db, pending, ctx.now()) : undefined;
  const step = waiting && matchTotp(unseal(ctx, waiting.sealedSecret), code, ctx.now());
  if (waiting && step !== undefined) return completeEnrolment(ctx, waiting, step, input.terms);
  if (!userId) throw new ServiceError('E061102');
  return signIn(ctx, userId, code, input.terms);
}

/**
 * Completes the change of the signed-in user's authenticator that this very session began. The session continues, and no other
 * one begins. Throws E061102 for a wrong code.
 */
export async function confirmTotpUpdate(
  ctx: UserContext,
  { loginId, code: typed }: Pick<TotpVerification, 'loginId' | 'code'>,
): Promise<void> {
  const code = readTotpCode(typed);
  const { id: sessionId, userId } = ctx.session;
  const pending = { projectId: ctx.project.id, loginId: foldLoginId(loginId), userId };
  const waiting = await countSignUpAttempt(ctx.db, pending, ctx.now());
  const step = waiting && matchTotp(unseal(ctx, waiting.sealedSecret), code, ctx.now());
  if (step === undefined || waiting?.sessionId !== sessionId) throw new ServiceError('E061102');
  await transaction(ctx, (ctx) => enrol(ctx, waiting, step, sessionId));
}

function readTotpCode(typed: string): string {
  const code = readCode(typed);
  if (!isTotpCode(code)) throw new ServiceError('E011003', 'code must be six digits');
  return code;
}

/** Stores the authenticator of a completed enrolment and begins a session: all or nothing. */
async function completeEnrolment(
  ctx: ProjectContext,
  tried: TotpSignUpRow,
  step: number,
  terms: SignInOptions,
): Promise<TotpSignIn> {
  return transaction(ctx, async (ctx) => {
    const { userId, begunIn } = await enrol(ctx, tried, step, terms.continues?.sessionId);
    const requestedWith = begunIn && !begunIn.awaits ? begunIn : undefined;
    return { ...(await start(ctx, userId, terms, requestedWith)), firstSeen: begunIn === undefined };
  });
}

/**
 * Takes the pending record, creates the user if needed, and stores the credential. A change of a user's authenticator is void if
 * the session that began it has ended (E064001). Part of a transaction.
 */
async function enrol(
  ctx: ProjectContext,
  tried: TotpSignUpRow,
  step: number,
  sessionId: string | undefined,
): Promise<{ userId: string; begunIn: Session | undefined }> {
  // Holds the user before taking the record: removing the user's authenticator locks the user first, too.
  const begunIn = tried.userId ? await requireHeldSession(ctx, tried.sessionId) : undefined;
  const taken = await takeSignUp(ctx.db, tried);
  if (!taken) throw new ServiceError('E061102');
  if (begunIn) await completeEnrolmentBy(ctx, { begunIn, sessionId }, 'totp');
  const userId = begunIn ? taken.userId : await registerUser(ctx, taken);
  const isReplaced = begunIn !== undefined && (await hasCredential(ctx, userId));
  await logUsers(ctx, [userId]);
  await replaceCredential(ctx.db, {
    projectId: taken.projectId,
    userId,
    // Sealed again, in case a newer secret key has come since the sign-up began.
    sealedSecret: ctx.sealer.seal(unseal(ctx, taken.sealedSecret), totpPurpose(ctx.project.id)),
    lastStep: step,
    failures: 0,
    nextAttemptAt: 0,
    createdAt: ctx.now(),
  });
  if (begunIn) {
    await recordAudit(ctx, { action: 'UserModified', userId, method: 'totp' });
    await happen(ctx, accountChanged, { kind: 'factorAdded', userId, factor: 'totp', isReplaced });
  }
  return { userId, begunIn };
}

async function hasCredential(ctx: ProjectData, userId: string): Promise<boolean> {
  return (await findNextAttemptAt(ctx.db, ctx.project.id, userId)) !== undefined;
}

/** Registers a user. None of the addresses that a sign-up sets is proven. */
async function registerUser(ctx: ProjectContext, row: TotpSignUpRow): Promise<string> {
  const { loginId, ssoAppIds, ...details } = JSON.parse(row.details) as SignUpDetails & { loginId: string };
  const user = await createUser(ctx, {
    ...selfGiven(details),
    loginId,
    // An application that was deleted meanwhile does not prevent the sign-up.
    ssoAppIds: await findSsoAppIds(ctx, ssoAppIds ?? []),
    verifiedEmail: false,
    verifiedPhone: false,
    status: 'enabled',
    selfRegistered: true,
  });
  return user.id;
}

async function signIn(
  ctx: ProjectContext,
  userId: string,
  code: string,
  terms: SignInOptions,
): Promise<TotpSignIn> {
  const { started, credential, step } = await tryCode(ctx, userId, code, terms);
  if (started) return { ...started, firstSeen: false };
  if (!credential) throw await refusal(ctx, userId);
  const message = step === undefined ? undefined : 'The code has already been used. Wait for the next one';
  throw new ServiceError('E061102', message, {
    about: { userId, data: { failures: credential.failures } },
  });
}

/**
 * Counts the attempt, compares the code and begins the session in one transaction, which costs one sync instead of two.
 * It commits the count of a code that is not accepted. An accepted code whose sign-in is refused, for example because the
 * user is disabled, undoes the count, so it is counted again.
 */
async function tryCode(
  ctx: ProjectContext,
  userId: string,
  code: string,
  terms: SignInOptions,
): Promise<{ credential?: { failures: number } | undefined; step?: number; started?: StartedSession }> {
  const { id } = ctx.project;
  let isAccepted = false;
  try {
    return await transaction(ctx, async (ctx) => {
      isAccepted = false;
      const credential = await countAttempt(ctx.db, id, userId, ctx.now());
      const sealedSecret = credential?.sealedSecret ?? '';
      const step = credential && matchTotp(unseal(ctx, sealedSecret), code, ctx.now());
      if (step === undefined) return { credential };
      isAccepted = await acceptStep(ctx.db, id, userId, { step, sealedSecret });
      return { credential, step, ...(isAccepted && { started: await start(ctx, userId, terms) }) };
    });
  } catch (error) {
    if (isAccepted) await countAttempt(ctx.db, id, userId, ctx.now());
    throw error;
  }
}

async function refusal(ctx: TimedProjectData, userId: string): Promise<ServiceError> {
  const nextAttemptAt = await findNextAttemptAt(ctx.db, ctx.project.id, userId);
  if (nextAttemptAt === undefined)
    return new ServiceError('E061102', undefined, { about: { userId, cause: 'factorMissing' } });
  const retryAfterSeconds = Math.max(1, Math.ceil((nextAttemptAt - ctx.now()) / 1000));
  return new ServiceError('E061103', `Too many wrong codes. Try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
    about: { userId },
  });
}

function start(
  ctx: ProjectContext,
  userId: string,
  terms: SignInOptions,
  requestedWith?: Session,
): Promise<StartedSession> {
  const proof = { userId, amr: ['totp'], method: 'totp', terms };
  return startSession(ctx, { ...proof, ...(requestedWith && { requestedWith }) });
}

function unseal(ctx: Pick<ProjectContext, 'project' | 'sealer'>, sealedSecret: string): string {
  return ctx.sealer.unseal(sealedSecret, totpPurpose(ctx.project.id));
}
