import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { normalizeName } from '../../../../core/names.ts';
import { readPhoneNumber } from '../../../../core/phone-number.ts';
import { startOfDay } from '../../../project/activity/activity.ts';
import { attributeDefinitions, freshDefinitions } from '../../custom-attributes/load-attributes.ts';
import { isEmail } from '../identifiers/address.ts';
import { storedForms } from '../identifiers/login-id.ts';
import { factorsToSetUp, type User } from '../user.ts';
import { type Facet, type State, states } from './facets.ts';
import {
  type Condition,
  type Conditions,
  containsText,
  hasFacet,
  isOneOf,
  isWithin,
  type Range,
} from './index.ts';
import { findRolesNamed, findTenantsBelow } from './store-facets.ts';
import { attributeFacet, readSearchText, type SearchText } from './text.ts';

/** The search criteria as the caller gives them. */
export interface SearchCriteria {
  tenantIds?: string[];
  includeSubTenants?: boolean;
  /** Roles held in the project or in any tenant; if tenants are given, in one of these. */
  roleNames?: string[];
  roleIds?: string[];
  tenantRoleIds?: Record<string, RoleWish>;
  tenantRoleNames?: Record<string, RoleWish>;
  ssoAppIds?: string[];
  /** Public SDKs also send `expired`, which no user has. */
  statuses?: (User['status'] | 'expired')[];
  invitationSent?: boolean;
  emails?: string[];
  phones?: string[];
  loginIds?: string[];
  userIds?: string[];
  text?: string;
  /** Values by attribute name; a list matches any of its values. */
  customAttributes?: Record<string, unknown>;
  testUsersOnly?: boolean;
  withTestUser?: boolean;
  verifiedEmail?: boolean;
  verifiedPhone?: boolean;
  /** Sign-in methods that the user has. */
  methods?: ('totp' | 'sso' | 'password' | 'webauthn')[];
  fromCreatedTime?: number;
  toCreatedTime?: number;
  fromModifiedTime?: number;
  toModifiedTime?: number;
  /** Only users who signed in on the day of this time or later. */
  fromLastSignInTime?: number;
  /** Only users who have not signed in since the day of this time began, or never. */
  notSignedInSince?: number;
  neverSignedIn?: boolean;
  /** Only users who have set up no second factor. */
  withoutSecondFactor?: boolean;
}

export interface RoleWish {
  values?: string[];
  /** Requires all of them instead of any. */
  and?: boolean;
}

/** The conditions of a search, with its text. Changes of users may not be in the index of texts yet. */
export interface UserFilter extends Conditions {
  text: SearchText | undefined;
}

/** Resolves names to IDs. Returns `undefined` if a criterion matches no user. */
export async function readFilter(
  ctx: ProjectContext,
  criteria: SearchCriteria,
): Promise<UserFilter | undefined> {
  const facets = [
    ...flagFacets(criteria),
    ...(await placeFacets(ctx, criteria)),
    ...(await tenantRoleFacets(ctx, criteria)),
    ...(await attributeFilter(ctx, criteria.customAttributes ?? {})),
  ];
  const { ssoAppIds = [], methods = [] } = criteria;
  if (ssoAppIds.length > 0) facets.push(ssoAppIds.map((value) => ({ kind: 'ssoApp', value })));
  for (const method of methods) facets.push([factor(method)]);
  const text = readSearchText(criteria.text ?? '');
  if (facets.some((some) => some.length === 0)) return undefined;
  const { withoutSecondFactor, verifiedEmail, verifiedPhone, testUsersOnly, withTestUser } = criteria;
  const without: Facet[] = [
    ...(withoutSecondFactor ? factorsToSetUp.map((one) => factor(factorFacets[one])) : []),
    ...(verifiedEmail === false ? [{ kind: 'verifiedEmail' } as const] : []),
    ...(verifiedPhone === false ? [{ kind: 'verifiedPhone' } as const] : []),
    ...(testUsersOnly || withTestUser ? [] : [{ kind: 'test' } as const]),
  ];
  return {
    all: [
      ...facets.map(hasFacet),
      ...listConditions(criteria),
      ...momentConditions(criteria),
      ...(text ? [containsText(text)] : []),
    ],
    none: without.map((facet) => hasFacet([facet])),
    text,
  };
}

function listConditions({
  userIds = [],
  loginIds = [],
  emails = [],
  phones = [],
}: SearchCriteria): Condition[] {
  return [
    ...(userIds.length > 0 ? [isOneOf('id', userIds)] : []),
    ...(loginIds.length > 0 ? [isOneOf('loginId', loginIds.flatMap(storedForms))] : []),
    ...(emails.length > 0 ? [isOneOf('email', emails.flatMap(asStoredEmail))] : []),
    ...(phones.length > 0 ? [isOneOf('phone', phones.flatMap(asStoredPhone))] : []),
  ];
}

function momentConditions(criteria: SearchCriteria): Condition[] {
  const ranges = {
    createdAt: range(criteria.fromCreatedTime, criteria.toCreatedTime),
    modifiedAt: range(criteria.fromModifiedTime, criteria.toModifiedTime),
    lastSignInDay: daysOf(criteria),
  } as const;
  return (Object.keys(ranges) as (keyof typeof ranges)[])
    .filter((key) => ranges[key].from !== undefined || ranges[key].to !== undefined)
    .map((key) => isWithin(key, ranges[key]));
}

/** Returns the facets of properties with two or three values each. */
function flagFacets({
  statuses,
  invitationSent,
  testUsersOnly,
  verifiedEmail,
  verifiedPhone,
}: SearchCriteria): Facet[][] {
  const wanted = statesFor(statuses, invitationSent);
  return [
    ...(wanted.length < states.length ? [wanted.map((value): Facet => ({ kind: 'status', value }))] : []),
    ...(testUsersOnly ? [[{ kind: 'test' } as const]] : []),
    ...(verifiedEmail ? [[{ kind: 'verifiedEmail' } as const]] : []),
    ...(verifiedPhone ? [[{ kind: 'verifiedPhone' } as const]] : []),
  ];
}

/** An invited user is `created` as long as no invitation was sent. */
function statesFor(statuses: SearchCriteria['statuses'] = [], invitationSent: boolean | undefined): State[] {
  const wanted = invitationSent !== undefined && statuses.length === 0 ? ['invited'] : statuses;
  return states.filter((state) => {
    const status = state === 'created' ? 'invited' : state;
    const isSent = status === 'invited' ? state === 'invited' : undefined;
    return (
      (wanted.length === 0 || (wanted as string[]).includes(status)) &&
      (invitationSent === undefined || isSent === undefined || invitationSent === isSent)
    );
  });
}

function factor(value: string): Facet {
  return { kind: 'factor', value };
}

/** Combines tenants and roles: the user holds one of the roles in one of the tenants. */
async function placeFacets(ctx: ProjectData, criteria: SearchCriteria): Promise<Facet[][]> {
  const { roleNames = [], roleIds = [], includeSubTenants } = criteria;
  const named = criteria.tenantIds ?? [];
  const below = includeSubTenants && named.length > 0;
  const tenantIds = below ? await findTenantsBelow(ctx.db, ctx.project.id, named) : named;
  const places = named.length > 0 ? tenantIds : undefined;
  const facets: Facet[][] = [];
  if (roleNames.length > 0) {
    const ids = await idsOfRoles(ctx, roleNames);
    facets.push(roleFacets([...ids.values()].flat(), places));
  }
  if (roleIds.length > 0) facets.push(roleFacets(roleIds, places));
  if (named.length > 0 && facets.length === 0)
    facets.push(tenantIds.map((value) => ({ kind: 'tenant', value })));
  return facets;
}

/** A role that is held in many tenants has a facet for each, and one for all of them. */
function roleFacets(roleIds: string[], places?: string[]): Facet[] {
  if (places)
    return roleIds.flatMap((value) => places.map((scope): Facet => ({ kind: 'role', value, scope })));
  return roleIds.flatMap((value): Facet[] => [
    { kind: 'role', value },
    { kind: 'tenantRole', value },
  ]);
}

async function tenantRoleFacets(ctx: ProjectData, criteria: SearchCriteria): Promise<Facet[][]> {
  const facets: Facet[][] = [];
  const add = (tenantId: string, and: boolean | undefined, roles: string[][]) => {
    if (roles.length === 0) return;
    for (const ids of and ? roles : [roles.flat()]) facets.push(roleFacets(ids, [tenantId]));
  };
  for (const [tenantId, { values = [], and }] of Object.entries(criteria.tenantRoleIds ?? {})) {
    add(
      tenantId,
      and,
      values.map((id) => [id]),
    );
  }
  for (const [tenantId, { values = [], and }] of Object.entries(criteria.tenantRoleNames ?? {})) {
    const ids = await idsOfRoles(ctx, values);
    add(tenantId, and, [...ids.values()]);
  }
  return facets;
}

/**
 * Returns every role with each name, in the project and in tenants. A separate condition restricts where it must be
 * held.
 */
async function idsOfRoles(ctx: ProjectData, names: string[]): Promise<Map<string, string[]>> {
  const ids = new Map(names.map((name) => [normalizeName(name), [] as string[]]));
  if (ids.size === 0) return ids;
  for (const role of await findRolesNamed(ctx.db, ctx.project.id, [...ids.keys()])) {
    ids.get(role.name)?.push(role.id);
  }
  return ids;
}

async function attributeFilter(ctx: ProjectContext, criteria: Record<string, unknown>): Promise<Facet[][]> {
  const facets: Facet[][] = [];
  const names = Object.keys(criteria);
  if (names.length === 0) return facets;
  const ids = await attributeIds(ctx, names);
  for (const [name, wanted] of Object.entries(criteria)) {
    const values = [wanted].flat();
    const isValue = (value: unknown) =>
      value !== '' && ['string', 'number', 'boolean'].includes(typeof value);
    // An empty value must not widen the search: a form that was left empty would find everybody.
    if (values.length === 0 || !values.every(isValue)) {
      throw new ServiceError(
        'E011003',
        `customAttributes.${name} must be a text that is not empty, a number, true or false, or a list of ` +
          'these. Leave the attribute out to find users with any value or none',
      );
    }
    const id = ids.get(name) as string;
    facets.push(values.map((value) => ({ kind: 'attribute', value: attributeFacet(id, value) })));
  }
  return facets;
}

async function attributeIds(ctx: ProjectContext, names: string[]): Promise<Map<string, string>> {
  const known = new Map((await attributeDefinitions(ctx)).map(({ name, id }) => [name, id]));
  if (names.every((name) => known.has(name))) return known;
  const fresh = new Map((await freshDefinitions(ctx, 'user')).map(({ name, id }) => [name, id]));
  const unknown = names.filter((name) => !fresh.has(name)).map((name) => name.slice(0, 64));
  if (unknown.length === 0) return fresh;
  throw new ServiceError('E011004', `No custom attribute has the name ${unknown.slice(0, 10).join(', ')}`);
}

/** Normalises an email. An invalid address matches no user, instead of every user or an error. */
function asStoredEmail(text: string): string[] {
  return isEmail(text) ? storedForms(text) : ['\u{fffd}'];
}

function asStoredPhone(text: string): string[] {
  const phone = readPhoneNumber(text);
  return phone === undefined ? ['\u{fffd}'] : [...new Set([phone, ...storedForms(text)])];
}

/** The facets of the factors that users set up. */
const factorFacets = { totp: 'totp', passkey: 'webauthn' } as const;

/** Sign-ins are stored by day, so a time stands for its whole day. */
function daysOf({ fromLastSignInTime = 0, notSignedInSince = 0, neverSignedIn }: SearchCriteria): Range {
  if (neverSignedIn) return fromLastSignInTime > 0 ? nobody : { to: 0 };
  return {
    ...(fromLastSignInTime > 0 && { from: Math.max(1, startOfDay(fromLastSignInTime)) }),
    ...(notSignedInSince > 0 && { to: Math.max(0, startOfDay(notSignedInSince) - 1) }),
  };
}

const nobody: Range = { from: 1, to: 0 };

/** Returns a range. A time at or before 1970 is no bound. */
function range(from = 0, to = 0): Range {
  return { ...(from > 0 && { from }), ...(to > 0 && { to }) };
}
