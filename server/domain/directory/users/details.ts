import { ServiceError } from '../../../core/errors.ts';
import { isEmail, isPhone, readEmail, readPhone } from './identifiers/address.ts';
import type { UserColumns } from './store-rows.ts';
import { type StoredUser, userLimits } from './user.ts';

/** Profile fields that users can fill in themselves. */
export interface UserDetails {
  name?: string;
  givenName?: string;
  middleName?: string;
  familyName?: string;
  email?: string;
  phone?: string;
}

/** Profile fields that an administrator can set. Empty text means no value. */
export interface UserProfile extends UserDetails {
  /** Defaults to `true`: an address given by an administrator counts as verified. */
  verifiedEmail?: boolean;
  verifiedPhone?: boolean;
  picture?: string;
  status?: StoredUser['status'];
  test?: boolean;
}

/** Returns all profile columns of a new user, validated and normalised. E011003 names an invalid field. */
export function readDetails(input: UserProfile & { loginId: string }) {
  // A login ID that is an address also becomes the user's address, unless another one is given.
  const email = input.email || (isEmail(input.loginId) ? input.loginId : '');
  const phone = input.phone || (isPhone(input.loginId) ? input.loginId : '');
  return {
    status: input.status ?? 'invited',
    name: readName('displayName', input.name),
    givenName: readName('givenName', input.givenName),
    middleName: readName('middleName', input.middleName),
    familyName: readName('familyName', input.familyName),
    email: email && readEmail(email),
    verifiedEmail: email && (input.verifiedEmail ?? true) ? 1 : 0,
    phone: phone && readPhone(phone),
    verifiedPhone: phone && (input.verifiedPhone ?? true) ? 1 : 0,
    picture: readPicture(input.picture),
    test: input.test ? 1 : 0,
  } as const;
}

/**
 * Returns only the columns of the given fields. A verified flag without its address refers to the address that
 * `user` already has.
 */
export function readChanges(input: UserProfile, user: StoredUser): UserColumns {
  const { name, givenName, middleName, familyName, picture, status } = input;
  return {
    ...(name !== undefined && { name: readName('displayName', name) }),
    ...(givenName !== undefined && { givenName: readName('givenName', givenName) }),
    ...(middleName !== undefined && { middleName: readName('middleName', middleName) }),
    ...(familyName !== undefined && { familyName: readName('familyName', familyName) }),
    ...(picture !== undefined && { picture: readPicture(picture) }),
    ...(status !== undefined && { status }),
    ...emailColumns(input, user),
    ...phoneColumns(input, user),
  };
}

function emailColumns({ email, verifiedEmail }: UserProfile, user: StoredUser): UserColumns {
  if (email === undefined) {
    return verifiedEmail === undefined ? {} : { verifiedEmail: user.email && verifiedEmail ? 1 : 0 };
  }
  const read = email && readEmail(email);
  return {
    email: read,
    verifiedEmail: email && (verifiedEmail ?? true) ? 1 : 0,
    ...(read !== user.email && { selfGivenEmail: 0 }),
  };
}

function phoneColumns({ phone, verifiedPhone }: UserProfile, user: StoredUser): UserColumns {
  if (phone === undefined) {
    return verifiedPhone === undefined ? {} : { verifiedPhone: user.phone && verifiedPhone ? 1 : 0 };
  }
  const read = phone && readPhone(phone);
  return {
    phone: read,
    verifiedPhone: phone && (verifiedPhone ?? true) ? 1 : 0,
    ...(read !== user.phone && { selfGivenPhone: 0 }),
  };
}

function readName(field: string, text = ''): string {
  if ([...text].length > userLimits.nameLength) {
    throw new ServiceError('E011003', `${field} must have at most ${userLimits.nameLength} characters`);
  }
  return text;
}

function readPicture(text = ''): string {
  if (text === '') return text;
  if (text.length > userLimits.pictureLength || !/^https:\/\//i.test(text) || !URL.canParse(text)) {
    throw new ServiceError('E011003', 'picture must be an https URL');
  }
  return text;
}
