import type { SamlSettings } from '../../directory/applications/sso/sso-app.ts';
import type { User } from '../../directory/users/user.ts';

/**
 * Returns the user as an application may see them: without the email address, phone number and login IDs that nobody has verified, unless
 * its settings send these. An assertion cannot say that an address is not verified, and a person who signs up can enter another person's.
 */
export function withoutUnverified<U extends User>(
  { unverifiedAddresses }: Pick<SamlSettings, 'unverifiedAddresses'>,
  user: U,
): U {
  if (unverifiedAddresses !== 'omit') return user;
  const email = user.verifiedEmail ? user.email : '';
  const phone = user.verifiedPhone ? user.phone : '';
  const isShown = (loginId: string) => !isAddress(loginId) || [email, phone].includes(loginId);
  return { ...user, email, phone, loginIds: user.loginIds.filter(isShown) };
}

/** Reports whether a login ID looks like an email address or a phone number. */
function isAddress(loginId: string): boolean {
  return loginId.includes('@') || /^\+\d+$/.test(loginId);
}
