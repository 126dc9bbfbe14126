import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { mergeAttributeValues, readAttributeValues } from '../custom-attributes/read-values.ts';
import { checkLimit } from './change-user.ts';
import { readDetails, type UserProfile } from './details.ts';
import type { TenantGrant } from './grants/grants.ts';
import { isAddress, isNameProven } from './identifiers/known-owner.ts';
import { type LoginId, readAdditionalLoginId, readLoginId } from './identifiers/login-id.ts';
import type { LoginIdRow, VerifiedAddress } from './identifiers/take-login-ids.ts';
import { requireOwnName } from './identifiers/unproven-names.ts';
import { isDisabled, userLimits } from './user.ts';

export interface NewUser extends UserProfile {
  loginId: string;
  additionalLoginIds?: string[];
  /** Project roles. Defaults to the project's default roles; ignored if `tenants` are given. */
  roleNames?: string[];
  tenants?: TenantGrant[];
  /** The user has these roles and no default ones, in the project as well as in tenants. */
  hasExactRoles?: boolean;
  /** Values by attribute name. */
  customAttributes?: Record<string, unknown>;
  ssoAppIds?: string[];
  /** The original creation time of a user who is imported from another system. */
  createdAt?: number;
  /** The user signed up without an administrator, so their addresses count only if they are verified. */
  selfRegistered?: boolean;
  /**
   * The user comes from another system, where anybody may have entered the addresses, or from an administrator of a tenant. With an
   * unverified one, the account counts as one that its holder signed up for.
   */
  isImported?: boolean;
  /** The user has proven the email address by a code or a link. */
  provedEmail?: boolean;
}

/** A new user whose data is valid, and who has an ID already. */
export interface CheckedUser {
  id: string;
  person: NewUser;
  details: ReturnType<typeof readDetails>;
  loginIds: LoginId[];
  /** Custom attribute values by attribute ID. */
  values: Record<string, unknown>;
  /** The holder of the account entered what names it, and not an administrator who knows whose it is. */
  isSelfGiven: boolean;
  /** One of the user's names is a verified address. */
  isProven: boolean;
  credentials?: FirstCredentials;
}

/** First credentials of a new user, which a higher layer has prepared. */
export interface FirstCredentials<Value = unknown> {
  value: Value;
  /** Stores the credentials of all users who are created together, in the transaction that creates them. */
  store(ctx: ProjectContext, given: { userId: string; value: Value }[]): Promise<void>;
}

/** Checks what can be checked before the transaction that creates the user. */
export async function checkNewUser(ctx: ProjectContext, given: NewUser): Promise<CheckedUser> {
  // An administrator of a tenant may enter the address of anybody: the person who proves it takes the account over.
  const person = ctx.tenantAdministrator ? { ...given, isImported: true } : given;
  if (person.selfRegistered) requireOwnName(person.loginId, person);
  const loginIds = readLoginIds(person);
  const values = await readAttributeValues(ctx, person.customAttributes ?? {});
  const details = readDetails(person);
  const id = newId('U', ctx.now());
  return { id, person, details, loginIds, values, ...originOf(person, loginIds, details) };
}

/** Adds credentials that are stored with the user. */
export function withCredentials<Value>(user: CheckedUser, credentials: FirstCredentials<Value>): CheckedUser {
  return { ...user, credentials: credentials as FirstCredentials<never> as FirstCredentials };
}

/** Reads all login IDs of the new user, without duplicates. */
function readLoginIds({ loginId, additionalLoginIds = [] }: NewUser): LoginId[] {
  checkLimit(additionalLoginIds.length, userLimits.additionalLoginIds, 'additional login IDs');
  const all = [readLoginId(loginId), ...additionalLoginIds.map(readAdditionalLoginId)];
  return all.filter((one, index) => all.findIndex((other) => other.folded === one.folded) === index);
}

function originOf(
  { selfRegistered, isImported }: NewUser,
  loginIds: LoginId[],
  { email, phone, verifiedEmail, verifiedPhone }: CheckedUser['details'],
): Pick<CheckedUser, 'isSelfGiven' | 'isProven'> {
  const isProven = isNameProven({
    loginIds: loginIds.map(({ written }) => written),
    email,
    phone,
    verifiedEmail: verifiedEmail === 1,
    verifiedPhone: verifiedPhone === 1,
  });
  const hasAddress = email !== '' || phone !== '' || loginIds.some(({ folded }) => isAddress(folded));
  return { isProven, isSelfGiven: selfRegistered || (isImported === true && hasAddress && !isProven) };
}

/** Returns the rows of the users, without values of attributes that have been deleted since the check. */
export async function userRows(ctx: ProjectContext, users: CheckedUser[]) {
  const now = ctx.now();
  const given = users.flatMap(({ values }) => Object.entries(values)).filter(([, value]) => value !== null);
  const defined = await mergeAttributeValues(ctx, {}, Object.fromEntries(given));
  const isKept = ([id, value]: [string, unknown]) => value !== null && Object.hasOwn(defined, id);
  return users.map(({ id, person, details, values, isSelfGiven, isProven }) => ({
    projectId: ctx.project.id,
    id,
    ...details,
    disabledIn: isDisabled(details) ? (ctx.actor.tenantId ?? '') : '',
    customAttributes: JSON.stringify(Object.fromEntries(Object.entries(values).filter(isKept))),
    createdAt: Math.min(person.createdAt ?? now, now),
    modifiedAt: now,
    selfRegistered: flag(isSelfGiven && !isProven),
    provedEmail: person.provedEmail ? details.email : '',
    // In the system that a user comes from, anybody may have entered an address that nobody has verified.
    selfGivenEmail: flag(
      isSelfGiven || (person.isImported === true && details.email !== '' && details.verifiedEmail === 0),
    ),
    selfGivenPhone: flag(
      isSelfGiven || (person.isImported === true && details.phone !== '' && details.verifiedPhone === 0),
    ),
  }));
}

export function loginIdRows({ id, loginIds, isSelfGiven }: CheckedUser): LoginIdRow[] {
  const selfGiven = flag(isSelfGiven);
  return loginIds.map((loginId, position) => ({ ...loginId, userId: id, position, selfGiven }));
}

export function verifiedAddresses({ id: userId, details }: CheckedUser): VerifiedAddress[] {
  const { email, verifiedEmail, phone, verifiedPhone } = details;
  const addresses = [...(verifiedEmail ? [email] : []), ...(verifiedPhone ? [phone] : [])];
  return addresses.map((address) => ({ userId, address }));
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
