import type { UserSearchInput } from '../../../client/client.ts';
import { userSortFields } from '../../../client/constants.ts';
import { readAttributeCriteria } from './filter/attribute-criteria.ts';

/** The filters and sort order of the user list as they appear in the address. */
export const defaultView = {
  text: '',
  page: 1,
  sort: 'createdTime',
  desc: true,
  /** True if the dialog for a new user is open. */
  create: false,
  status: [] as string[],
  tenants: [] as string[],
  /** Includes sub-tenants. */
  below: false,
  roles: [] as string[],
  /** Each is `tenantId:role`. */
  tenantRoles: [] as string[],
  /** Requires all of the roles instead of any. */
  everyRole: false,
  loginIds: [] as string[],
  emails: [] as string[],
  phones: [] as string[],
  userIds: [] as string[],
  emailVerified: '',
  phoneVerified: '',
  /** Sign-in methods. */
  has: [] as string[],
  apps: [] as string[],
  test: '',
  createdFrom: '',
  createdTo: '',
  modifiedFrom: '',
  modifiedTo: '',
  /** Days in UTC. */
  signedInFrom: '',
  notSignedInSince: '',
  neverSignedIn: false,
  withoutSecondFactor: false,
  /** Each is `name=JSON`. */
  attributes: [] as string[],
};

export type View = typeof defaultView;
export type Filter = Omit<View, 'page' | 'sort' | 'desc' | 'text' | 'create'>;

export const pageSize = 25;

/** The fields of the view that are filters. */
export function filterIn({ page: _p, sort: _s, desc: _d, text: _t, create: _c, ...filter }: View): Filter {
  return filter;
}

export const emptyFilter = filterIn(defaultView);

/** Reports whether the text can be searched: the server finds nothing with fewer characters or only punctuation. */
export function isSearchable(text: string): boolean {
  const typed = text.trim();
  if (/^[\p{L}\p{N}][\p{L}\p{M}\p{N}]$/u.test(typed)) return true;
  return [...typed].length >= 3 && /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(typed);
}

/** Builds the search request. Ignores invalid values in the address. */
export function searchOf(view: View): UserSearchInput {
  const sort = userSortFields.some((field) => field === view.sort) ? view.sort : defaultView.sort;
  return { ...filterOf(view), sort: [{ field: sort, desc: view.desc }] };
}

function filterOf(view: View): UserSearchInput {
  const { tenants, roles, loginIds, emails, phones, userIds, apps, has, below, test } = view;
  const tenantRoleNames = rolesByTenant(view);
  const customAttributes = Object.fromEntries(readAttributeCriteria(view.attributes));
  return {
    ...(isSearchable(view.text) && { text: view.text.trim() }),
    ...statusCriteria(view.status),
    ...(tenants.length > 0 && { tenantIds: tenants, ...(below && { includeSubTenants: true }) }),
    ...(roles.length > 0 && { roleNames: roles }),
    ...(Object.keys(tenantRoleNames).length > 0 && { tenantRoleNames }),
    ...(loginIds.length > 0 && { loginIds }),
    ...(emails.length > 0 && { emails }),
    ...(phones.length > 0 && { phones }),
    ...(userIds.length > 0 && { userIds }),
    ...(apps.length > 0 && { ssoAppIds: apps }),
    ...verified('verifiedEmail', view.emailVerified),
    ...verified('verifiedPhone', view.phoneVerified),
    ...(has.includes('totp') && { totp: true }),
    ...(has.includes('password') && { password: true }),
    ...(has.includes('passkey') && { webauthn: true }),
    ...(has.includes('sso') && { ssoOnly: true }),
    ...(view.withoutSecondFactor && { withoutSecondFactor: true }),
    ...(view.neverSignedIn && { neverSignedIn: true }),
    ...moment('fromLastSignInTime', Date.parse(view.signedInFrom)),
    ...moment('notSignedInSince', Date.parse(view.notSignedInSince)),
    ...(test === 'with' && { withTestUser: true }),
    ...(test === 'only' && { testUsersOnly: true }),
    ...moment('fromCreatedTime', startOf(view.createdFrom)),
    ...moment('toCreatedTime', endOf(view.createdTo)),
    ...moment('fromModifiedTime', startOf(view.modifiedFrom)),
    ...moment('toModifiedTime', endOf(view.modifiedTo)),
    ...(Object.keys(customAttributes).length > 0 && { customAttributes }),
  };
}

/** Users who were created and users who were invited have one status in the API. */
function statusCriteria(shown: string[]): Pick<UserSearchInput, 'statuses' | 'invitationSent'> {
  const statuses = (['invited', 'enabled', 'disabled'] as const).filter(
    (status) => shown.includes(status) || (status === 'invited' && shown.includes('created')),
  );
  const isSent = shown.includes('invited');
  return {
    ...(statuses.length > 0 && { statuses }),
    ...(isSent !== shown.includes('created') && { invitationSent: isSent }),
  };
}

function rolesByTenant({ tenantRoles, everyRole }: View) {
  const byTenant: Record<string, { values: string[]; and?: boolean }> = {};
  for (const { tenantId, role } of tenantRoles.map(splitTenantRole)) {
    const criterion = byTenant[tenantId] ?? { values: [], ...(everyRole && { and: true }) };
    byTenant[tenantId] = { ...criterion, values: [...criterion.values, role] };
  }
  return byTenant;
}

/** Splits at the first colon: tenant IDs contain none, but role names may. */
export function splitTenantRole(text: string): { tenantId: string; role: string } {
  const [tenantId = '', ...role] = text.split(':');
  return { tenantId, role: role.join(':') };
}

function verified(field: 'verifiedEmail' | 'verifiedPhone', criterion: string) {
  return criterion === 'yes' || criterion === 'no' ? { [field]: criterion === 'yes' } : {};
}

function moment(field: string, milliseconds: number) {
  return Number.isFinite(milliseconds) ? { [field]: milliseconds } : {};
}

/** Converts a day in the viewer's time zone to a time. */
function startOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}

function endOf(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime();
}

/** Counts the active filters, not including the text. */
export function activeFilters(view: View): number {
  const fields = Object.keys(emptyFilter) as (keyof Filter)[];
  return fields.filter((field) => JSON.stringify(view[field]) !== JSON.stringify(emptyFilter[field])).length;
}
