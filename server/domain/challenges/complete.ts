import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { enqueueMessage } from '../../delivery/outbox.ts';
import { isSessionAlive } from '../sessions/session-alive.ts';
import { type StartedSession, startSession } from '../sessions/start-session.ts';
import { changeEmail, changePhone } from '../users/change-addresses.ts';
import { addLoginId } from '../users/change-login-ids.ts';
import { createUser } from '../users/create-user.ts';
import { type Addressee, findAddressee } from '../users/find-addressee.ts';
import { findUser } from '../users/load-user.ts';
import { foldLoginId } from '../users/login-id.ts';
import { proveAddress } from '../users/prove-address.ts';
import type { User } from '../users/user.ts';
import { addressKindOf, type Challenge, factorOf } from './challenge.ts';
import { withdrawChallenges } from './issue.ts';
import { maskTyped } from './mask.ts';

/** Who it turned out to be. */
export interface Proven {
  userId: string;
  /** Whether this is the first time that they are here. */
  firstSeen: boolean;
}

export type CompletedSignIn = StartedSession & { firstSeen: boolean };

/**
 * Does what the secret was sent for, and signs in. Part of the transaction that has spent it: all of it, or nothing.
 * What was true when it was sent must be true still (CVE-2026-9798, CVE-2025-10908).
 */
export async function signInBy(
  ctx: ProjectContext,
  challenge: Challenge,
  method: string,
): Promise<CompletedSignIn> {
  const { userId, firstSeen } = await completeChallenge(ctx, challenge);
  const started = await startSession(ctx, {
    userId,
    amr: [factorOf(challenge.channel)],
    method,
    terms: challenge.terms,
  });
  // Now the user is held: nobody can change the address any more while this is being committed.
  requireAddress(challenge, started.user);
  return { ...started, firstSeen };
}

/** The same without signing in. */
export async function completeChallenge(ctx: ProjectContext, challenge: Challenge): Promise<Proven> {
  switch (challenge.purpose) {
    case 'signIn':
      return completeSignIn(ctx, challenge as Challenge<'signIn'>);
    case 'signUp':
      return completeSignUp(ctx, challenge as Challenge<'signUp'>);
    case 'update':
      return completeUpdate(ctx, challenge as Challenge<'update'>);
  }
}

async function completeSignIn(ctx: ProjectContext, challenge: Challenge<'signIn'>): Promise<Proven> {
  const { userId, loginId, channel, address, terms } = challenge;
  const user = loginId === '' ? undefined : await findAddressee(ctx, loginId);
  if (userId === '' || (loginId !== '' && !isSame(user, userId))) throw isVoid(challenge);
  const before = await requireUser(ctx, challenge);
  requireAddress(challenge, before);
  if (channel !== '' && address !== '') {
    // Whoever types a code into a session has both; a link may be opened by somebody who has only the address.
    const isAlone = challenge.kind !== 'code' || terms.continues === undefined;
    const takesOver = isSame(user, userId) && user.selfRegistered && isAlone;
    const kind = addressKindOf(channel);
    if (!isVerified(before, kind)) {
      const isLoginId = foldLoginId(address) === loginId;
      const proof = { userId, kind, address, takesOver, isLoginId };
      if (!(await proveAddress(ctx, proof))) throw isVoid(challenge);
      if (takesOver) await withdrawChallenges(ctx, { userId, exceptSlot: challenge.slot });
    }
  }
  return { userId, firstSeen: before.test && before.status === 'invited' };
}

function isSame(user: Awaited<ReturnType<typeof findAddressee>> | undefined, id: string): user is Addressee {
  return typeof user === 'object' && user.id === id;
}

/** A login ID that somebody has by now is not given away: E062107 comes from the database. */
async function completeSignUp(ctx: ProjectContext, challenge: Challenge<'signUp'>): Promise<Proven> {
  const { loginId, user, verifiedEmail, verifiedPhone, vouchedFor } = challenge.details;
  if (typeof (await findAddressee(ctx, loginId)) === 'object') throw isVoid(challenge);
  const { name, givenName, middleName, familyName, email, phone } = user;
  const created = await createUser(ctx, {
    ...{ loginId, name, givenName, middleName, familyName, email, phone },
    verifiedEmail,
    verifiedPhone,
    status: 'enabled',
    selfRegistered: vouchedFor !== true,
  });
  return { userId: created.id, firstSeen: true };
}

async function completeUpdate(ctx: ProjectContext, challenge: Challenge<'update'>): Promise<Proven> {
  const { userId, address, channel, details } = challenge;
  const user = await requireUser(ctx, challenge);
  if (channel === '' || !(await isSessionAlive(ctx, details.sessionId))) throw isVoid(challenge);
  const kind = addressKindOf(channel);
  const before = user[kind];
  const change = kind === 'email' ? changeEmail : changePhone;
  await change(ctx, userId, address, { verified: true });
  if (details.addToLoginIds) await addLoginId(ctx, userId, address);
  await withdrawChallenges(ctx, { userId, purpose: 'update', channel, exceptSlot: challenge.slot });
  if (before !== '' && before !== address) {
    await enqueueMessage(ctx, {
      ...{ kind: 'emailChanged', channel, to: before, userId },
      data: { newAddress: maskTyped(address) },
      ...(details.locale && { locale: details.locale }),
    });
  }
  return { userId, firstSeen: false };
}

async function requireUser(ctx: ProjectContext, challenge: Challenge): Promise<User> {
  const user = await findUser(ctx, challenge.userId);
  if (!user) throw isVoid(challenge);
  if (user.status === 'disabled') throw new ServiceError('E062109');
  return user;
}

function isVerified(user: User, kind: 'email' | 'phone'): boolean {
  return kind === 'email' ? user.verifiedEmail : user.verifiedPhone;
}

function requireAddress(challenge: Challenge, user: User): void {
  const { channel, address } = challenge;
  if (channel !== '' && address !== '' && user[addressKindOf(channel)] !== address) throw isVoid(challenge);
}

function isVoid({ kind }: Challenge): ServiceError {
  return kind === 'code'
    ? new ServiceError('E061102')
    : new ServiceError('E062504', 'The link is not valid any more: ask for a new one');
}
