import type { ProjectContext } from '../../../core/context.ts';
import { enqueueMessage } from '../../../delivery/outbox.ts';
import { together } from '../../../storage/transaction.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { selfGiven } from '../../directory/users/details.ts';
import { joinTenantsOf } from '../../directory/users/grants/join-tenants.ts';
import { changeEmail, changePhone } from '../../directory/users/identifiers/change-addresses.ts';
import { addLoginId } from '../../directory/users/identifiers/change-login-ids.ts';
import { findAddressee } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { maskTyped } from '../../directory/users/identifiers/mask.ts';
import { proveAddress, rememberProof } from '../../directory/users/identifiers/prove-address.ts';
import { leaveUnprovenNames } from '../../directory/users/identifiers/unproven-names.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { namingMergeFlags } from '../../directory/users/merge-flags.ts';
import { holdUser, wasRevoked } from '../../directory/users/revocations.ts';
import type { User } from '../../directory/users/user.ts';
import { factorsBehind } from '../../sessions/sessions/factors-behind.ts';
import type { Session } from '../../sessions/sessions/session.ts';
import { type CompletionOptions, completeSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { requireFactorsForChange } from '../../sessions/sign-in-policy/factors-for-change.ts';
import type { Bringer } from './bringer.ts';
import { returnBudget } from './budget.ts';
import { addressKindOf, type Challenge, factorOf } from './challenge.ts';
import { withdrawChallenges } from './issue.ts';
import { isVoid, requireAskingSession } from './require-session.ts';
import {
  findNamed,
  isSame,
  isVerified,
  requireAddress,
  requireEnabled,
  requireRecipient,
  requireUser,
  takesOver,
} from './still-holds.ts';

/** The user whose identity the secret has proven. */
export interface Proven {
  userId: string;
  /** True on the user's first sign-in. */
  firstSeen: boolean;
  /** The user, if they are locked and did not change since they were loaded. */
  held?: User | undefined;
}

export type CompletedSignIn = StartedSession & { firstSeen: boolean };

/**
 * Does what the secret was sent for, and signs in. Part of the transaction that spends it, so that either all of it happens
 * or nothing. The conditions under which it was sent must still hold (CVE-2026-9798, CVE-2025-10908).
 */
export async function signInBy(
  ctx: ProjectContext,
  challenge: Challenge,
  { method, bringer, options }: { method: string; bringer: Bringer; options?: CompletionOptions | undefined },
): Promise<CompletedSignIn> {
  const { firstSeen, ...proven } = await completeChallenge(ctx, challenge, bringer);
  const { purpose, sessionId } = challenge;
  const requested =
    purpose === 'update' ? await factorsBehind(ctx, { sessionId, userId: proven.userId }) : undefined;
  const started = await startSession(ctx, {
    ...proven,
    ...requested,
    amr: [factorOf(challenge.channel)],
    method,
    ...(challenge.channel && { via: { channel: challenge.channel } }),
    terms: completeSignInOptions(challenge.terms, options),
  });
  // Holds the user from here on, so that the address cannot change while this is being committed.
  requireAddress(challenge, started.user);
  return { ...started, firstSeen };
}

/** Does what the secret was sent for, without signing in. */
export async function completeChallenge(
  ctx: ProjectContext,
  challenge: Challenge,
  bringer: Bringer,
): Promise<Proven> {
  const askedBy = await requireAskingSession(ctx, challenge, bringer);
  const [, proven] = await together([
    returnBudget(ctx, challenge),
    complete(ctx, challenge, { bringer, askedBy }),
  ]);
  return proven;
}

/** The party that brings the secret back, and the session that requested it, if one did. */
interface Requester {
  bringer: Bringer;
  askedBy: Session | undefined;
}

function complete(ctx: ProjectContext, challenge: Challenge, by: Requester): Promise<Proven> {
  switch (challenge.purpose) {
    case 'signIn':
      return completeSignIn(ctx, challenge as Challenge<'signIn'>, by);
    case 'signUp':
      return completeSignUp(ctx, challenge as Challenge<'signUp'>);
    case 'update':
      return completeUpdate(ctx, challenge as Challenge<'update'>, by);
    case 'invite':
      return completeInvite(ctx, challenge as Challenge<'invite'>, by);
    case 'passwordReset':
      return completePasswordReset(ctx, challenge as Challenge<'passwordReset'>, by);
    case 'firstOwner':
      throw isVoid(challenge);
  }
}

async function completeSignIn(
  ctx: ProjectContext,
  challenge: Challenge<'signIn'>,
  { bringer, askedBy }: Requester,
): Promise<Proven> {
  const { userId, loginId, channel, details } = challenge;
  const { revocations } = details;
  const [isRevoked, found] = await together([
    // A secret that was sent to an address has no count, because it proves the address anew.
    revocations === undefined
      ? holdUser(ctx, userId).then(() => false)
      : wasRevoked(ctx, userId, revocations),
    findUser(ctx, userId),
  ]);
  if (isRevoked) throw isVoid(challenge);
  const isUnproven = channel !== '' && found !== undefined && !isVerified(found, addressKindOf(channel));
  // A login ID means its owner, whoever else has verified it as an address.
  const isOwner = found?.loginIds.some((own) => foldLoginId(own) === loginId);
  const named = isOwner && !isUnproven ? undefined : await findNamed(ctx, challenge);
  const before = requireEnabled(challenge, found);
  requireAddress(challenge, before);
  // The secret went to a verified address, but the caller may have proven nothing else.
  if (isUnproven && details.wasVerified) throw isVoid(challenge);
  // A sign-in that awaits its second factor adds the address as one. The user may have another one by now.
  if (isUnproven && askedBy?.awaits) await requireFactorsForChange(ctx, askedBy);
  const held = await proveReceived(ctx, challenge, before, {
    takesOver: takesOver(named, challenge, bringer),
    loginId,
  });
  return { userId, firstSeen: before.test && before.status === 'invited', held };
}

/**
 * Records that the user holds the address, because the secret arrived there. Returns the user, or `undefined` if the
 * proof changed more than its own record.
 */
async function proveReceived(
  ctx: ProjectContext,
  challenge: Challenge,
  before: User,
  how: { takesOver: boolean; loginId: string },
): Promise<User | undefined> {
  const { userId, channel, address } = challenge;
  if (channel === '' || address === '') return before;
  const kind = addressKindOf(channel);
  const isNews = kind === 'email' && before.provedEmail !== address;
  if (isNews) await rememberProof(ctx, userId, address);
  if (isVerified(before, kind)) return isNews ? { ...before, provedEmail: address } : before;
  const proof = { userId, kind, address, exceptSlot: challenge.slot, ...how };
  if (!(await proveAddress(ctx, proof))) throw isVoid(challenge);
  return undefined;
}

/** Registers the user. If the login ID has been taken meanwhile, the database refuses it (E062107). */
async function completeSignUp(ctx: ProjectContext, challenge: Challenge<'signUp'>): Promise<Proven> {
  const { loginId, user, verifiedEmail, verifiedPhone, vouchedFor } = challenge.details;
  if (typeof (await findAddressee(ctx, loginId)) === 'object') throw isVoid(challenge);
  const isByEmail = challenge.channel === 'email' && verifiedEmail;
  const created = await createUser(ctx, {
    ...selfGiven(user),
    loginId,
    verifiedEmail,
    verifiedPhone,
    status: 'enabled',
    selfRegistered: vouchedFor !== true,
    provedEmail: isByEmail,
  });
  if (isByEmail) await joinTenantsOf(ctx, created.id, created.email);
  return { userId: created.id, firstSeen: true };
}

async function completeUpdate(
  ctx: ProjectContext,
  challenge: Challenge<'update'>,
  { askedBy }: Requester,
): Promise<Proven> {
  const { userId, address, channel, details } = challenge;
  await findNamed(ctx, challenge);
  // The user may have added a factor, or the policy may have come, since the session asked for the change.
  if (askedBy) await requireFactorsForChange(ctx, askedBy);
  const user = await requireUser(ctx, challenge);
  if (channel === '') throw isVoid(challenge);
  const kind = addressKindOf(channel);
  const before = user[kind];
  const change = kind === 'email' ? changeEmail : changePhone;
  await namingMergeFlags(details.mergeFlags ?? [], async () => {
    await change(ctx, userId, address, { verified: true, selfGiven: true });
    if (details.addToLoginIds) await addLoginId(ctx, userId, address);
    await leaveUnprovenNames(ctx, userId, kind, address);
  });
  if (kind === 'email') {
    await rememberProof(ctx, userId, address);
    await joinTenantsOf(ctx, userId, address);
  }
  await withdrawChallenges(ctx, { userId, purpose: 'update', channel, exceptSlot: challenge.slot });
  // Where security notices are on, the old email address has got one with a link by now.
  const isNoticed = kind === 'email' && ctx.project.settings.securityNotices.includes('addressChanged');
  if (before !== '' && before !== address && !(isNoticed && user.verifiedEmail)) {
    await enqueueMessage(ctx, {
      kind: 'emailChanged',
      channel,
      to: before,
      userId,
      data: { newAddress: maskTyped(address) },
      ...(details.locale && { locale: details.locale }),
    });
  }
  return { userId, firstSeen: false };
}

async function completeInvite(
  ctx: ProjectContext,
  challenge: Challenge<'invite'>,
  { bringer }: Requester,
): Promise<Proven> {
  const { userId, address } = challenge;
  const { user: before } = await requireRecipient(ctx, challenge);
  const named = await findAddressee(ctx, before.loginIds[0] ?? '');
  const loginIds = before.loginIds.map(foldLoginId);
  const loginId = loginIds.find((folded) => folded === foldLoginId(address)) ?? loginIds[0] ?? '';
  const owner = isSame(named, userId) ? named : undefined;
  await proveReceived(ctx, challenge, before, { takesOver: takesOver(owner, challenge, bringer), loginId });
  await withdrawChallenges(ctx, { userId, purpose: 'invite', exceptSlot: challenge.slot });
  return { userId, firstSeen: before.status === 'invited' };
}

/**
 * Resets the password and voids the user's other codes and links, which a previous holder may be able to read. The link is the first
 * proof of an address that was never verified.
 */
async function completePasswordReset(
  ctx: ProjectContext,
  challenge: Challenge<'passwordReset'>,
  { bringer }: Requester,
): Promise<Proven> {
  const { userId, loginId } = challenge;
  const { user: before, named } = await requireRecipient(ctx, challenge);
  await proveReceived(ctx, challenge, before, { takesOver: takesOver(named, challenge, bringer), loginId });
  await withdrawChallenges(ctx, { userId, exceptSlot: challenge.slot });
  return { userId, firstSeen: before.status === 'invited' };
}
