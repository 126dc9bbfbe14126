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
import { namingMergeFlags } from '../users/merge-flags.ts';
import { proveAddress } from '../users/prove-address.ts';
import type { User } from '../users/user.ts';
import { addressKindOf, type Challenge, factorOf } from './challenge.ts';
import { withdrawChallenges } from './issue.ts';
import { maskTyped } from './mask.ts';
import type { ChallengeDetails } from './purposes.ts';
import { findLink } from './spend.ts';

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
    case 'invite':
      return completeInvite(ctx, challenge as Challenge<'invite'>);
    case 'passwordReset':
      return completePasswordReset(ctx, challenge as Challenge<'passwordReset'>);
    case 'firstOwner':
      throw isVoid(challenge);
  }
}

async function completeSignIn(ctx: ProjectContext, challenge: Challenge<'signIn'>): Promise<Proven> {
  const { userId, loginId, address, terms } = challenge;
  const named = await findNamed(ctx, challenge);
  const before = await requireUser(ctx, challenge);
  requireAddress(challenge, before);
  // Whoever types a code into a session has both; a link may be opened by somebody who has only the address.
  const isAlone = challenge.kind !== 'code' || terms.continues === undefined;
  const takesOver = named?.selfRegistered === true && isAlone;
  await proveReceived(ctx, challenge, before, { takesOver, isLoginId: foldLoginId(address) === loginId });
  return { userId, firstSeen: before.test && before.status === 'invited' };
}

/** What the person typed must mean the same user as then. `undefined`: they typed nothing. */
async function findNamed(ctx: ProjectContext, challenge: Challenge): Promise<Addressee | undefined> {
  const { userId, loginId } = challenge;
  if (userId === '') throw isVoid(challenge);
  if (loginId === '') return undefined;
  const user = await findAddressee(ctx, loginId);
  if (!isSame(user, userId)) throw isVoid(challenge);
  return user;
}

/** The secret arrived, so the address is theirs. */
async function proveReceived(
  ctx: ProjectContext,
  challenge: Challenge,
  before: User,
  how: { takesOver: boolean; isLoginId: boolean },
): Promise<void> {
  const { userId, channel, address } = challenge;
  if (channel === '' || address === '') return;
  const kind = addressKindOf(channel);
  if (isVerified(before, kind)) return;
  if (!(await proveAddress(ctx, { userId, kind, address, ...how }))) throw isVoid(challenge);
  if (how.takesOver) await withdrawChallenges(ctx, { userId, exceptSlot: challenge.slot });
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
  await namingMergeFlags(details.mergeFlags ?? [], async () => {
    await change(ctx, userId, address, { verified: true });
    if (details.addToLoginIds) await addLoginId(ctx, userId, address);
  });
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

async function completeInvite(ctx: ProjectContext, challenge: Challenge<'invite'>): Promise<Proven> {
  const { userId, address } = challenge;
  const before = await requireRecipient(ctx, challenge);
  const named = await findAddressee(ctx, before.loginIds[0] ?? '');
  const takesOver = isSame(named, userId) && named.selfRegistered;
  const isLoginId = before.loginIds.some((loginId) => foldLoginId(loginId) === foldLoginId(address));
  await proveReceived(ctx, challenge, before, { takesOver, isLoginId });
  await withdrawChallenges(ctx, { userId, purpose: 'invite', exceptSlot: challenge.slot });
  return { userId, firstSeen: before.status === 'invited' };
}

/** Whom the link of an invitation or a reset is for. It stays good: E062504 when it is not, or is another kind of link. */
export async function findRecipient(ctx: ProjectContext, secret: string): Promise<User> {
  const challenge = await findLink(ctx, secret);
  const { purpose } = challenge;
  if (purpose !== 'invite' && purpose !== 'passwordReset') throw isVoid(challenge);
  return requireRecipient(ctx, challenge as Challenge<'invite' | 'passwordReset'>);
}

/** Whom an invitation or a reset is for, if they are still as they were when it was sent. */
async function requireRecipient(
  ctx: ProjectContext,
  challenge: Challenge<'invite' | 'passwordReset'>,
): Promise<User> {
  await findNamed(ctx, challenge);
  const user = await requireUser(ctx, challenge);
  requireAddress(challenge, user);
  const { purpose } = challenge;
  const { isFirst } = challenge.details as ChallengeDetails['invite'];
  if (purpose === 'invite' && isFirst && user.status !== 'invited') throw isVoid(challenge);
  if (purpose === 'passwordReset' && !user.verifiedEmail) throw isVoid(challenge);
  return user;
}

/** Whoever could read other codes and links of this user until now must not be able to use them any more. */
async function completePasswordReset(
  ctx: ProjectContext,
  challenge: Challenge<'passwordReset'>,
): Promise<Proven> {
  const { userId } = challenge;
  const before = await requireRecipient(ctx, challenge);
  await withdrawChallenges(ctx, { userId, exceptSlot: challenge.slot });
  return { userId, firstSeen: before.status === 'invited' };
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
