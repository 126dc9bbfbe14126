import type { ProjectContext, ProjectData, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { readDetails, type UserDetails } from '../../directory/users/details.ts';
import { isEmail, isPhone, readEmail, readPhone } from '../../directory/users/identifiers/address.ts';
import {
  type Addressee,
  findAddressee,
  findSignInUserId,
} from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId, readLoginId } from '../../directory/users/identifiers/login-id.ts';
import { maskTyped } from '../../directory/users/identifiers/mask.ts';
import { requireAvailableAddress } from '../../directory/users/identifiers/prove-address.ts';
import { requireOwnName } from '../../directory/users/identifiers/unproven-names.ts';
import { findUserId } from '../../directory/users/load-user.ts';
import { namingMergeFlags } from '../../directory/users/merge-flags.ts';
import { isDisabled } from '../../directory/users/user.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { requireFactorsForChange } from '../../sessions/sign-in-policy/factors-for-change.ts';
import { readEvidence } from './budget.ts';
import { addressKindOf, type Channel, type NewChallenge } from './challenge.ts';

/** The recipient and destination of a code or link, shared by codes, magic links and enchanted links. */
export interface Target {
  challenge: NewChallenge & { channel: Channel };
  /** The user's ID, or the typed login ID if there is no user. Only the newest code for a subject counts. */
  subject: string;
  /** The address, or an empty text to send nothing. The answer is identical in both cases. */
  sendTo: string;
  /** True if the request proves that it comes from the user. */
  isOwn?: boolean;
  /** The hint at the address that the answer shows. */
  masked: string;
}

export interface SignInRequest {
  loginId: string;
  channel: Channel;
  terms: SignInOptions;
}

/** Sends to the user's address on record, whatever the caller says. */
export async function targetOfSignIn(ctx: ProjectContext, request: SignInRequest): Promise<Target> {
  const isOwn = await readEvidence(ctx);
  const found = await findAddressee(ctx, request.loginId);
  return typeof found === 'string' ? noRecipient(request) : knownUser(request, found, isOwn);
}

/**
 * Sends to the user's email address, to choose a new password, if the address is verified or is itself a login ID of the account: then
 * the person who reads the message is the one whom the account is named after.
 */
export async function targetOfPasswordReset(
  ctx: ProjectContext,
  { loginId, terms }: Pick<SignInRequest, 'loginId' | 'terms'>,
): Promise<Target> {
  const request: SignInRequest = { loginId, channel: 'email', terms };
  const isOwn = await readEvidence(ctx);
  const found = await findAddressee(ctx, loginId);
  const isReachable =
    typeof found === 'object' && (found.email.verified || (await isNamedAfterEmail(ctx, found)));
  const { challenge, ...target } = isReachable ? knownUser(request, found, isOwn) : noRecipient(request);
  return { ...target, challenge: { ...challenge, purpose: 'passwordReset' } };
}

async function isNamedAfterEmail(ctx: ProjectData, { id, email }: Addressee): Promise<boolean> {
  return email.address !== '' && (await findUserId(ctx, email.address)) === id;
}

export interface SignUpRequest extends SignInRequest {
  user: UserDetails;
  /** The address, if the call states it outside of `user`. */
  address?: string | undefined;
}

/**
 * Registers no user before the secret comes back. Throws E062107 if the login ID is registered or is a user's verified
 * address. Test users may sign up repeatedly.
 */
export async function targetOfSignUp(ctx: ProjectData, request: SignUpRequest): Promise<Target> {
  const { channel } = request;
  const loginId = readLoginId(request.loginId);
  const kind = addressKindOf(channel);
  const text = request.user[kind] || request.address || loginId.written;
  const address = kind === 'email' ? readEmail(text) : readPhone(text);
  // Prevents claiming a login ID that is another person's address by proving one's own address.
  const isAddress = kind === 'email' ? isEmail(loginId.folded) : isPhone(loginId.folded);
  if (isAddress && loginId.folded !== foldLoginId(address)) {
    throw new ServiceError(
      'E011004',
      `loginId is a different ${kind} from the one the message goes to. Use the same address, or a login ID that is not an address`,
    );
  }
  const user = { ...request.user, [kind]: address };
  readDetails({ ...user, loginId: request.loginId });
  requireOwnName(request.loginId, user);
  const found = await findAddressee(ctx, request.loginId);
  if (typeof found === 'object' && found.test) return knownUser(request, found);
  if (found !== 'nobody') {
    throw new ServiceError('E062107', 'This login ID is already registered. Sign in instead');
  }
  return newUser(request, loginId.written, user, address);
}

/** Answers an unknown login ID that is not an address of this kind like any other, although nothing can be sent. */
export async function targetOfSignUpOrIn(
  ctx: ProjectContext,
  request: SignInRequest & { name?: string },
): Promise<Target> {
  const isOwn = await readEvidence(ctx);
  const found = await findAddressee(ctx, request.loginId);
  if (typeof found === 'object') return knownUser(request, found, isOwn);
  const { folded, written } = readLoginId(request.loginId);
  const kind = addressKindOf(request.channel);
  const isAddress = kind === 'email' ? isEmail(folded) : isPhone(folded);
  if (found === 'several' || !isAddress) return noRecipient(request);
  const { name } = request;
  return newUser(request, written, { [kind]: folded, ...(name && { name }) }, folded);
}

export interface UpdateRequest extends SignInRequest {
  /** The new address. */
  address: string;
  addToLoginIds: boolean;
  /** The flags that the call set. */
  mergeFlags: string[];
  locale?: string | undefined;
}

/**
 * Changes the signed-in user's address once the secret comes back. Throws E111127 for an address of another user, and E064007 if the
 * session lacks the second factor that the sign-in policy requires.
 */
export async function targetOfUpdate(ctx: UserContext, request: UpdateRequest): Promise<Target> {
  const { session } = ctx;
  if ((await findSignInUserId(ctx, request.loginId)) !== session.userId) {
    throw new ServiceError('E062108', 'loginId does not belong to the signed-in user');
  }
  await requireFactorsForChange(ctx, session);
  const kind = addressKindOf(request.channel);
  const address = await namingMergeFlags(request.mergeFlags, () =>
    requireAvailableAddress(ctx, session.userId, kind, request.address),
  );
  const details = {
    addToLoginIds: request.addToLoginIds,
    mergeFlags: request.mergeFlags,
    ...(request.locale && { locale: request.locale }),
  };
  const user = await findAddressee(ctx, request.loginId);
  const isTest = typeof user === 'object' && user.test;
  return {
    challenge: {
      ...base(request),
      purpose: 'update',
      userId: session.userId,
      sessionId: session.id,
      address,
      details,
    },
    subject: session.userId,
    sendTo: isTest ? '' : address,
    masked: maskTyped(address),
  };
}

function base({ loginId, channel, terms }: SignInRequest) {
  return { loginId: foldLoginId(loginId), sessionId: terms.continues?.sessionId ?? '', channel, terms };
}

function noRecipient(request: SignInRequest, subject = foldLoginId(request.loginId)): Target {
  return {
    challenge: { ...base(request), purpose: 'signIn', userId: '', address: '', details: {} },
    subject,
    sendTo: '',
    masked: maskTyped(request.loginId),
  };
}

function knownUser(
  request: SignInRequest,
  user: Addressee,
  isOwn: (userId: string) => boolean = () => false,
): Target {
  const address = addressFor(user, request);
  const target = noRecipient(request, user.id);
  if (address === '') return target;
  const { verified } = user[addressKindOf(request.channel)];
  const details = request.terms.continues ? { wasVerified: verified } : {};
  return {
    ...target,
    challenge: { ...target.challenge, userId: user.id, address, details },
    sendTo: address,
    isOwn: isOwn(user.id),
  };
}

/** Returns the address to send to, or an empty text if there is none. Test users and disabled users get no messages. */
export function addressFor(
  user: Addressee,
  { loginId, channel }: Pick<SignInRequest, 'loginId' | 'channel'>,
): string {
  if (user.test || isDisabled(user)) return '';
  const [own, other] = channel === 'email' ? [user.email, user.phone] : [user.phone, user.email];
  if (own.verified || !own.selfGiven) return own.address;
  // A user who has proven one address must be signed in to prove another, unless that address is the account's login ID.
  const isOwned = other.verified || !user.selfRegistered;
  return isOwned && foldLoginId(own.address) !== foldLoginId(loginId) ? '' : own.address;
}

function newUser(request: SignInRequest, loginId: string, user: UserDetails, address: string): Target {
  const isEmailProven = request.channel === 'email';
  const details = { loginId, user, verifiedEmail: isEmailProven, verifiedPhone: !isEmailProven };
  return {
    challenge: { ...base(request), purpose: 'signUp', userId: '', address, details },
    subject: foldLoginId(request.loginId),
    sendTo: address,
    masked: maskTyped(address),
  };
}
