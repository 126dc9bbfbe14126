import type { StoredUser } from '../user.ts';
import { isEmail, isPhone } from './address.ts';
import { foldLoginId } from './login-id.ts';

type Named = Pick<StoredUser, 'loginIds' | 'email' | 'phone' | 'verifiedEmail' | 'verifiedPhone'>;

/**
 * Reports whether the person who signed up owns the account's name. A login ID that is an address must itself be
 * proven, because its owner may sign up later. For any other name, any proven address suffices.
 */
export function isNameProven({ loginIds, email, phone, verifiedEmail, verifiedPhone }: Named): boolean {
  const name = foldLoginId(loginIds[0] ?? '');
  const proven = [verifiedEmail ? email : '', verifiedPhone ? phone : ''].filter(Boolean).map(foldLoginId);
  return isAddress(name) ? proven.includes(name) : proven.length > 0;
}

export function isAddress(loginId: string): boolean {
  return isEmail(loginId) || isPhone(loginId);
}
