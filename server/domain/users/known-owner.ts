import { isEmail, isPhone } from './address.ts';
import { foldLoginId } from './login-id.ts';
import type { StoredUser } from './user.ts';

type Named = Pick<StoredUser, 'loginIds' | 'email' | 'phone' | 'verifiedEmail' | 'verifiedPhone'>;

/**
 * Whether the person who signed up owns what the account is named after. A login ID that is an address must be proven
 * itself: it may be somebody else's, who comes later. To a name that is none, any proven address will do.
 */
export function isNameProven({ loginIds, email, phone, verifiedEmail, verifiedPhone }: Named): boolean {
  const name = foldLoginId(loginIds[0] ?? '');
  const proven = [verifiedEmail ? email : '', verifiedPhone ? phone : ''].filter(Boolean).map(foldLoginId);
  return isAddress(name) ? proven.includes(name) : proven.length > 0;
}

export function isAddress(loginId: string): boolean {
  return isEmail(loginId) || isPhone(loginId);
}
