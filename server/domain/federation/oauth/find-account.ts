import type { ProjectContext } from '../../../core/context.ts';
import { type Addressee, findAddressee } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { proveAddress } from '../../directory/users/identifiers/prove-address.ts';
import { type OAuthProvider, titleOf } from './provider.ts';
import type { ProviderProfile } from './providers/definition.ts';
import { OAuthRefusal } from './refusal.ts';

/**
 * Whose account the address of somebody leads to whom the provider brings for the first time; `undefined`: nobody has it.
 *
 * Both sides must have verified the address (nOAuth). An account that somebody signed up for with an address that they
 * never proved goes to its owner, without anything that was set in it before, as by a code (pre-hijacking). In every
 * other case the address is a conflict, and the owner of the account signs in as before and adds the provider then.
 */
export async function findAccount(
  ctx: ProjectContext,
  provider: OAuthProvider,
  { email, emailVerified }: ProviderProfile,
  redirectUrl: string,
): Promise<string | undefined> {
  if (!email) return undefined;
  const found = await findAddressee(ctx, email);
  if (found === 'nobody') return undefined;
  if (
    !emailVerified ||
    !provider.settings.linkByEmail ||
    found === 'several' ||
    found.email.address !== email
  ) {
    throw conflict(provider, email, redirectUrl);
  }
  if (found.email.verified) return found.id;
  if (found.status === 'disabled' || !(await takeOver(ctx, found, email))) {
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
  // Found without being verified: as a login ID.
  return proveAddress(ctx, {
    ...{ userId: id, kind: 'email', address, loginId: foldLoginId(address), takesOver: true },
  });
}

function conflict(provider: OAuthProvider, email: string, redirectUrl: string): OAuthRefusal {
  return new OAuthRefusal(
    'conflict',
    `There is an account with the address ${email} already. Sign in to it as before, and add ${titleOf(provider)} there.`,
    redirectUrl,
  );
}
