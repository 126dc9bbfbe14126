import { ServiceError } from '../../../core/errors.ts';
import {
  described,
  parameterOf,
  type SelfGivenField,
  selfGivenFields,
  type TextField,
  textFields,
} from '../../../core/profile-fields.ts';
import { isEmail, isPhone, readEmail, readPhone } from './identifiers/address.ts';
import type { UserColumns } from './store-rows.ts';
import type { StoredUser } from './user.ts';

/** Profile fields that users can fill in themselves. */
export type UserDetails = { [F in SelfGivenField]?: string };

/** Profile fields that an administrator can set. Empty text means no value. */
export interface UserProfile extends UserDetails, Partial<Record<TextField, string>> {
  /** Defaults to `true`: an address given by an administrator counts as verified. */
  verifiedEmail?: boolean;
  verifiedPhone?: boolean;
  /** The email address comes from a directory that does not prove it: the person who proves it takes the account over. */
  isAsserted?: boolean;
  status?: StoredUser['status'];
  test?: boolean;
}

/** Returns the fields that a sign-up sets, and nothing else that a request or a stored record may contain. */
export function selfGiven(details: UserDetails): UserDetails {
  const given: UserDetails = {};
  for (const field of selfGivenFields) if (details[field] !== undefined) given[field] = details[field];
  return given;
}

/** Returns all profile columns of a new user, validated and normalised. E011003 names an invalid field. */
export function readDetails(input: UserProfile & { loginId: string }) {
  // A login ID that is an address also becomes the user's address, unless another one is given.
  const email = input.email || (isEmail(input.loginId) ? input.loginId : '');
  const phone = input.phone || (isPhone(input.loginId) ? input.loginId : '');
  return {
    ...readTexts(input),
    status: input.status ?? 'invited',
    email: email && readEmail(email),
    verifiedEmail: email && (input.verifiedEmail ?? true) ? 1 : 0,
    phone: phone && readPhone(phone),
    verifiedPhone: phone && (input.verifiedPhone ?? true) ? 1 : 0,
    test: input.test ? 1 : 0,
  } as const;
}

/**
 * Returns only the columns of the given fields. A verified flag without its address refers to the address that
 * `user` already has.
 */
export function readChanges(input: UserProfile, user: StoredUser): UserColumns {
  const columns: UserColumns = {};
  for (const field of textFields) {
    const text = input[field];
    if (text !== undefined) columns[field] = readText(field, text);
  }
  return Object.assign(columns, emailColumns(input, user), phoneColumns(input, user));
}

function emailColumns({ email, verifiedEmail, isAsserted }: UserProfile, user: StoredUser): UserColumns {
  if (email === undefined) {
    return verifiedEmail === undefined ? {} : { verifiedEmail: user.email && verifiedEmail ? 1 : 0 };
  }
  const read = email && readEmail(email);
  return {
    email: read,
    verifiedEmail: email && (verifiedEmail ?? true) ? 1 : 0,
    ...(read !== user.email && { selfGivenEmail: isAsserted ? 1 : 0 }),
    ...(isAsserted && { selfRegistered: 1 }),
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

/** Returns all fields that are plain texts. */
function readTexts(input: UserProfile): Record<TextField, string> {
  const texts = {} as Record<TextField, string>;
  for (const field of textFields) texts[field] = readText(field, input[field] ?? '');
  return texts;
}

function readText(field: TextField, text: string): string {
  if (text === '') return text;
  const { kind, maxLength } = described(field);
  if (isTooLong(field, text))
    throw new ServiceError('E011003', `${parameterOf(field)} must have at most ${maxLength} characters`);
  if (kind === 'link' && !isLink(text))
    throw new ServiceError('E011003', `${parameterOf(field)} must be an https URL`);
  return text;
}

/** Counts code points only in texts that could be too long. */
function isTooLong(field: TextField, text: string): boolean {
  const { maxLength } = described(field);
  return text.length > maxLength && [...text].length > maxLength;
}

/** Reports whether a text is a link that a profile can have. */
function isLink(text: string): boolean {
  return /^https:\/\//i.test(text) && URL.canParse(text);
}

/**
 * Returns the value that a profile can have of what an identity provider states, or an empty text: an unusable value must not
 * prevent a sign-in.
 */
export function usableText(field: TextField, text: string): string {
  const isUnusable = isTooLong(field, text) || (described(field).kind === 'link' && !isLink(text));
  return isUnusable ? '' : text;
}
