import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import {
  type Addressee,
  type findAddressee,
  findNamedUser,
} from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { isDisabled, type User } from '../../directory/users/user.ts';
import type { Bringer } from './bringer.ts';
import { addressKindOf, type Challenge } from './challenge.ts';
import type { ChallengeDetails } from './purposes.ts';
import { isVoid } from './require-session.ts';
import { findLink } from './spend.ts';

// The conditions under which a secret was sent. They must still hold when it is spent.

/** Reports whether the caller is signed in as the user, by the request's credentials or by the project's server. */
function isWithinSession({ userId, sessionId }: Challenge, { session }: Bringer): boolean {
  return session?.userId === userId || sessionId !== '';
}

/** Reports whether the secret takes over the account that the typed name refers to, which nobody has proven to own. */
export function takesOver(named: Addressee | undefined, challenge: Challenge, bringer: Bringer): boolean {
  return named?.selfRegistered === true && !isWithinSession(challenge, bringer);
}

/** Requires the typed login ID to mean the same user as before. Returns `undefined` if none was typed. */
export async function findNamed(ctx: ProjectData, challenge: Challenge): Promise<Addressee | undefined> {
  const { userId, loginId } = challenge;
  if (userId === '') throw isVoid(challenge);
  if (loginId === '') return undefined;
  const user = await findNamedUser(ctx, userId, loginId);
  if (!isSame(user, userId)) throw isVoid(challenge);
  return user;
}

export function isSame(
  user: Awaited<ReturnType<typeof findAddressee>> | undefined,
  id: string,
): user is Addressee {
  return typeof user === 'object' && user.id === id;
}

export async function requireUser(ctx: ProjectContext, challenge: Challenge): Promise<User> {
  return requireEnabled(challenge, await findUser(ctx, challenge.userId));
}

export function requireEnabled(challenge: Challenge, user: User | undefined): User {
  if (!user) throw isVoid(challenge);
  if (isDisabled(user)) throw new ServiceError('E062109');
  return user;
}

export function isVerified(user: User, kind: 'email' | 'phone'): boolean {
  return kind === 'email' ? user.verifiedEmail : user.verifiedPhone;
}

export function requireAddress(challenge: Challenge, user: User): void {
  const { channel, address } = challenge;
  if (channel !== '' && address !== '' && user[addressKindOf(channel)] !== address) throw isVoid(challenge);
}

/** Returns the user of an invitation or reset link without spending it. Throws E062504 for any other or void link. */
export async function findRecipient(ctx: ProjectContext, secret: string): Promise<User> {
  const challenge = await findLink(ctx, secret);
  const { purpose } = challenge;
  if (purpose !== 'invite' && purpose !== 'passwordReset') throw isVoid(challenge);
  return (await requireRecipient(ctx, challenge as Challenge<'invite' | 'passwordReset'>)).user;
}

/**
 * Returns the user of an invitation or a reset, if the user's access is unchanged since it was sent, and whoever the typed name
 * refers to.
 */
export async function requireRecipient(
  ctx: ProjectContext,
  challenge: Challenge<'invite' | 'passwordReset'>,
): Promise<{ user: User; named: Addressee | undefined }> {
  const named = await findNamed(ctx, challenge);
  const user = await requireUser(ctx, challenge);
  requireAddress(challenge, user);
  const { purpose } = challenge;
  const { isFirst } = challenge.details as ChallengeDetails['invite'];
  if (purpose === 'invite' && isFirst && user.status !== 'invited') throw isVoid(challenge);
  if (purpose === 'passwordReset' && !user.verifiedEmail && !isNamedAfterEmail(user)) throw isVoid(challenge);
  return { user, named };
}

function isNamedAfterEmail({ loginIds, email }: User): boolean {
  return loginIds.some((loginId) => foldLoginId(loginId) === foldLoginId(email));
}
