import { shownStatus, type User } from '../../domain/directory/users/user.ts';
import { asTime } from '../output.ts';

/** Describes a user for people. */
export function userLabels(user: User): [label: string, text: string][] {
  const methods = [
    ...(user.hasPassword ? ['password'] : []),
    ...(user.hasTotp ? ['authenticator app'] : []),
    ...(user.hasPasskey ? ['passkey'] : []),
    ...user.ssoProtocols.map((protocol) => `SSO (${protocol})`),
    ...user.oauthProviders,
  ];
  const tenants = user.tenants.map(({ tenantId, roleNames }) => [tenantId, ...roleNames].join(' '));
  return [
    ['User ID', user.id],
    ['Login IDs', user.loginIds.join(' ')],
    ['Status', shownStatus(user)],
    ['Name', user.name || 'none'],
    ['Email', address(user.email, user.verifiedEmail)],
    ['Phone', address(user.phone, user.verifiedPhone)],
    ['Roles', user.roleNames.join(', ') || 'none'],
    ['Tenants', tenants.join(', ') || 'none'],
    ['Sign-in methods', methods.join(', ') || 'none'],
    ['Last sign-in', lastSignIn(user)],
    ['Created', asTime(user.createdAt)],
    ['Updated', asTime(user.modifiedAt)],
  ];
}

/** Returns the day of the last sign-in in UTC. */
export function lastSignIn({ lastSignInDay }: User): string {
  return lastSignInDay === 0 ? 'never' : asTime(lastSignInDay).slice(0, 10);
}

function address(text: string, isVerified: boolean): string {
  if (text === '') return 'none';
  return `${text} (${isVerified ? 'verified' : 'not verified'})`;
}
