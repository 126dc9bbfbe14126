import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isTotpCode, matchTotp } from '../../../protocols/totp/totp.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findSsoAppIds } from '../../directory/sso-apps/load-app.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { findSignInUserId } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { requireSession } from '../../sessions/sessions/session-alive.ts';
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
  if (!isTotpCode(input.code)) throw new ServiceError('E011003', 'code must be six digits');
  const loginId = foldLoginId(input.loginId);
  const userId = await findSignInUserId(ctx, loginId);
  // A sign-up counts only while the login ID is free: a user whom another caller has created in the meantime must not get
  // this sign-up's authenticator.
  const pending = { projectId: ctx.project.id, loginId, userId: userId ?? '' };
  const isPending = await isSignUpPending(ctx.db, pending);
  const waiting = isPending ? await countSignUpAttempt(ctx.db, pending, ctx.now()) : undefined;
  const step = waiting && matchTotp(unseal(ctx, waiting.sealedSecret), input.code, ctx.now());
  if (waiting && step !== undefined) return completeEnrolment(ctx, waiting, step, input.terms);
  if (!userId) throw new ServiceError('E061102');
  return signIn(ctx, userId, input.code, input.terms);
}

/**
 * Takes the pending record, creates the user if needed, stores the credential and begins a session: all or nothing. A
 * change of a user's authenticator is void if the session that began it has ended (E064001).
 */
async function completeEnrolment(
  ctx: ProjectContext,
  tried: TotpSignUpRow,
  step: number,
  terms: SignInOptions,
): Promise<TotpSignIn> {
  return transaction(ctx, async (ctx) => {
    // Holds the user before taking the record: removing the user's authenticator locks the user first, too.
    const begunIn = tried.userId ? await requireSession(ctx, tried.sessionId) : undefined;
    const taken = await takeSignUp(ctx.db, tried);
    if (!taken) throw new ServiceError('E061102');
    const firstSeen = begunIn === undefined;
    if (begunIn) {
      await completeEnrolmentBy(ctx, { begunIn, sessionId: terms.continues?.sessionId }, 'totp');
    }
    const userId = firstSeen ? await registerUser(ctx, taken) : taken.userId;
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
    if (!firstSeen) {
      await recordAudit(ctx, { action: 'UserModified', userId, method: 'totp' });
      await ctx.dependents.noticeUser(ctx, { kind: 'factorAdded', userId, factor: 'totp' });
    }
    const requestedWith = begunIn && !begunIn.awaits ? begunIn.amr : undefined;
    return { ...(await start(ctx, userId, terms, requestedWith)), firstSeen };
  });
}

/** Registers a user. A sign-up sets the login ID and addresses only; none of them is proven. */
async function registerUser(ctx: ProjectContext, row: TotpSignUpRow): Promise<string> {
  const { loginId, name, givenName, middleName, familyName, email, phone, ssoAppIds } = JSON.parse(
    row.details,
  ) as SignUpDetails & { loginId: string };
  const user = await createUser(ctx, {
    ...{ loginId, name, givenName, middleName, familyName, email, phone },
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
  await recordAudit(ctx, {
    action: 'LoginFailed',
    userId,
    method: 'totp',
    data: { failures: credential.failures },
  });
  throw new ServiceError(
    'E061102',
    step === undefined ? undefined : 'The code has already been used. Wait for the next one',
  );
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

async function refusal(ctx: ProjectContext, userId: string): Promise<ServiceError> {
  const nextAttemptAt = await findNextAttemptAt(ctx.db, ctx.project.id, userId);
  if (nextAttemptAt === undefined) return new ServiceError('E061102');
  const retryAfterSeconds = Math.max(1, Math.ceil((nextAttemptAt - ctx.now()) / 1000));
  return new ServiceError('E061103', `Too many wrong codes. Try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
  });
}

function start(
  ctx: ProjectContext,
  userId: string,
  terms: SignInOptions,
  requestedWith?: string[],
): Promise<StartedSession> {
  const proof = { userId, amr: ['totp'], method: 'totp', terms };
  return startSession(ctx, { ...proof, ...(requestedWith && { requestedWith }) });
}

function unseal(ctx: ProjectContext, sealedSecret: string): string {
  return ctx.sealer.unseal(sealedSecret, totpPurpose(ctx.project.id));
}
