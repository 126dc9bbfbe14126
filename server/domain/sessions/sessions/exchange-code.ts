import type { ProjectContext, ProjectData, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { together, transaction } from '../../../storage/transaction.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { revocationsOf } from '../../directory/users/revocations.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { joinCustomClaims, readOwnClaims } from './claims/custom-claims.ts';
import { endOtherSessions } from './end-session.ts';
import { factorsBehind } from './factors-behind.ts';
import { holdSession } from './live-session.ts';
import { resumeSession } from './resume-session.ts';

import { requireNoTypes } from './session-types.ts';
import { type CompletionOptions, completeSignInOptions, type SignInOptions } from './sign-in-options.ts';
import { type SignInVia, type StartedSession, startSession } from './start-session.ts';
import { updateCustomClaims } from './store.ts';
import { deleteCodes, deleteExpiredCodes, holdUserOfCode, insertCode, takeCode } from './store-codes.ts';

/** The sign-in for which a code can be exchanged. */
export interface ExchangeGrant {
  amr: string[];
  /** The method in the audit log: `saml`, `oauth`, … */
  method: string;
  /** Absent in a code from before the upgrade that records it. */
  via?: SignInVia;
  terms: SignInOptions;
  firstSeen: boolean;
  /** The session in which the sign-in was started. The code ends with it. */
  begunIn?: string;
  /** The latest end of the session, in milliseconds. */
  endsAt?: number;
  /** The response of an identity provider. */
  idp?: IdpAnswer;
}

/** A stored code. A code from before the upgrade that counts revocations has no count. */
type StoredGrant = ExchangeGrant & { revocations?: number };

export interface IdpAnswer {
  connectionId: string;
  groups: string[];
  samlAttributes: Record<string, unknown>;
  oidcClaims: Record<string, unknown>;
}

/** A code for a session that has already started: the exchange returns its first refresh token. */
interface BegunGrant {
  sessionId: string;
  sealedTokenId: string;
  firstSeen: boolean;
}

const codeLifetimeMs = 60_000;

/**
 * Issues the one-time code with which a browser returns to the application (RFC 6749 §4.1.2): 256 bits, valid for
 * 60 seconds, stored as a hash. Part of the transaction that accepts the sign-in.
 */
export async function issueExchangeCode(
  ctx: TimedProjectData,
  userId: string,
  grant: ExchangeGrant,
): Promise<string> {
  return storeCode(ctx, userId, { ...grant, revocations: await revocationsOf(ctx, userId) });
}

/** Issues a code for a sign-in that was completed on a hosted page. */
export async function issueSessionCode(
  ctx: ProjectContext,
  { session, tokenId }: StartedSession,
  { firstSeen }: { firstSeen: boolean },
): Promise<string> {
  if (session.awaits) throw new ServiceError('E064007');
  const sealedTokenId = ctx.sealer.seal(tokenId, tokenPurpose(ctx, session.id));
  return storeCode(ctx, session.userId, { sessionId: session.id, sealedTokenId, firstSeen });
}

function tokenPurpose(ctx: ProjectData, sessionId: string): string {
  return `exchange:${ctx.project.id}:${sessionId}`;
}

async function storeCode(
  ctx: TimedProjectData,
  userId: string,
  grant: StoredGrant | BegunGrant,
): Promise<string> {
  const code = newSecret();
  await insertCode(ctx.db, {
    projectId: ctx.project.id,
    codeHash: hashSecret(code),
    userId,
    grant: JSON.stringify(grant),
    expiresAt: ctx.now() + codeLifetimeMs,
  });
  return code;
}

/**
 * Exchanges a code for a session. One transaction deletes the code and stores the session, so that exactly one of
 * many requests gets the session. Throws E067102 for every invalid code, including one from before the user's
 * access was revoked, one from a session that has ended, and one that another party than `collector` collects.
 */
export async function exchangeCode(
  ctx: ProjectContext,
  code: string,
  options?: CompletionOptions,
  collector = '',
): Promise<{ started: StartedSession; grant: Pick<ExchangeGrant, 'firstSeen' | 'idp'> }> {
  return transaction(ctx, async (ctx) => {
    const [codeHash, now] = [hashSecret(code), ctx.now()];
    const [held, taken] = await together([
      holdUserOfCode(ctx.db, ctx.project.id, codeHash, now),
      takeCode(ctx.db, ctx.project.id, codeHash, now),
    ]);
    if (!held || !taken) throw notValid();
    const grant = JSON.parse(taken.grant) as StoredGrant | BegunGrant;
    const { collectedBy = '' } = 'terms' in grant ? grant.terms : {};
    // Undoes the deletion, so that whoever has got hold of the code does not spend it either.
    if (collectedBy !== collector) throw notValid();
    if ('sessionId' in grant) {
      const { sessionId, sealedTokenId, firstSeen } = grant;
      const tokenId = ctx.sealer.unseal(sealedTokenId, tokenPurpose(ctx, sessionId));
      const begun = await resumeSession(ctx, { sessionId, tokenId });
      return { started: await completeSession(ctx, begun, options), grant: { firstSeen } };
    }
    const { userId } = taken;
    const { amr, method, via, begunIn, revocations = 0, endsAt } = grant;
    // Leaves a disabled user to `startSession`, which reports the reason.
    if (!isDisabled(held) && held.revocations !== revocations) throw notValid();
    if (begunIn && !(await holdSession(ctx, begunIn))) throw notValid();
    const terms = completeSignInOptions(grant.terms, options);
    const user = held.status === 'enabled' ? await loadUserById(ctx, userId) : undefined;
    const requested = begunIn ? await factorsBehind(ctx, { sessionId: begunIn, userId }) : {};
    const session = { userId, amr, method, via, terms, held: user, ...requested };
    if (endsAt === undefined) return { started: await startSession(ctx, session), grant };
    const lifetimeSeconds = Math.max(1, Math.floor((endsAt - ctx.now()) / 1000));
    return { started: await startSession(ctx, { ...session, lifetimeSeconds }), grant };
  });
}

/** Applies the options of the party that collects a session started on a hosted page. Part of a transaction. */
async function completeSession(
  ctx: ProjectContext,
  started: StartedSession,
  options: CompletionOptions = {},
): Promise<StartedSession> {
  const { session } = started;
  requireNoTypes('revokeOtherSessionsTypes', options.revokeOtherSessionsTypes);
  if (options.revokeOtherSessions) {
    await endOtherSessions({ ...ctx, actor: { type: 'user', id: session.userId } }, session);
  }
  const own = readOwnClaims(options.customClaims);
  if (Object.keys(own).length === 0) return started;
  const customClaims = joinCustomClaims(session.customClaims, own);
  await updateCustomClaims(ctx.db, ctx.project.id, session.id, JSON.stringify(customClaims));
  return { ...started, session: { ...session, customClaims } };
}

function notValid(): ServiceError {
  return new ServiceError(
    'E067102',
    'The code is unknown, has expired, or was already used or revoked. Sign in again',
  );
}

/**
 * Deletes the codes of one user or of the whole project, which has as many as sign-ins in one minute. Joins a
 * transaction.
 */
export function voidExchangeCodes(ctx: ProjectData, userId?: string): Promise<void> {
  return deleteCodes(ctx.db, ctx.project.id, userId);
}

export function deleteExpiredExchangeCodes(ctx: ServiceContext): Promise<void> {
  return deleteExpiredCodes(ctx.db, ctx.now());
}
