import type { ProjectContext } from '../../../core/context.ts';
import { type Addressee, findAddressee } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { proveAddress } from '../../directory/users/identifiers/prove-address.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { SignInRefusal } from '../relying-party/refusal.ts';
import { type OAuthProvider, titleOf } from './provider.ts';
import type { ProviderProfile } from './providers/definition.ts';

interface Arrival {
  provider: OAuthProvider;
  profile: ProviderProfile;
  /** False if the userinfo could not be read. */
  isComplete: boolean;
}

/**
 * Finds the account that a new identity's address leads to; `undefined` if the address belongs to no user.
 *
 * Both sides must have verified the address (nOAuth). An account whose sign-up never proved the address goes to the
 * address's owner, without anything that was set in it before, just as after a code (pre-hijacking). In every other case
 * the address is a conflict: the owner of the account must sign in as before and then add the provider.
 */
export async function findAccount(
  ctx: ProjectContext,
  { provider, profile, isComplete }: Arrival,
  redirectUrl: string,
): Promise<string | undefined> {
  const { email, emailVerified } = profile;
  if (!email) return undefined;
  const found = await findAddressee(ctx, email);
  if (found === 'nobody') return undefined;
  if (!emailVerified && !isComplete) throw undecided(provider, email, redirectUrl);
  if (
    !emailVerified ||
    !provider.settings.linkByEmail ||
    found === 'several' ||
    found.email.address !== email
  ) {
    throw conflict(provider, email, redirectUrl);
  }
  if (found.email.verified) return found.id;
  if (isDisabled(found) || !(await takeOver(ctx, found, email))) {
    throw conflict(provider, email, redirectUrl);
  }
  return found.id;
}

async function takeOver(
  ctx: ProjectContext,
  { id, selfRegistered }: Addressee,
  address: string,
): Promise<boolean> {
  if (!selfRegistered) return false;
  // Found without being verified, so it is a login ID.
  return proveAddress(ctx, {
    userId: id,
    kind: 'email',
    address,
    loginId: foldLoginId(address),
    takesOver: true,
  });
}

/** The userinfo might have said that the address is verified, and then the account is the user's. */
function undecided(provider: OAuthProvider, email: string, redirectUrl: string): SignInRefusal {
  return new SignInRefusal(
    'unreachable',
    `${titleOf(provider)} could not confirm that the address ${email} is yours, and an account with it already ` +
      'exists. Please try again later.',
    redirectUrl,
  );
}

function conflict(provider: OAuthProvider, email: string, redirectUrl: string): SignInRefusal {
  return new SignInRefusal(
    'conflict',
    `An account already exists with the address ${email}. Sign in to it as before, and add ${titleOf(provider)} there.`,
    redirectUrl,
  );
}
