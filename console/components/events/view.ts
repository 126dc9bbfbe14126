import type { AuditSearchInput } from '../../../client/client.ts';
import { auditTypes } from '../../../client/constants.ts';
import { timesOf } from '../range.ts';

/** The list filters of the search, in display order. */
export const listFilters = [
  'excludedActions',
  'userIds',
  'externalIds',
  'excludedExternalIds',
  'unknownLoginIds',
  'loginIdsContain',
  'loginIdsNotContain',
  'actorIds',
  'actorTypes',
  'methods',
  'devices',
  'remoteAddresses',
  'tenants',
] as const;

/** The view state in the address. Filters have the API's names. */
export const defaults = {
  text: '',
  range: '30d',
  from: 0,
  to: 0,
  types: [] as string[],
  actions: [] as string[],
  excludedActions: [] as string[],
  userIds: [] as string[],
  externalIds: [] as string[],
  excludedExternalIds: [] as string[],
  unknownLoginIds: [] as string[],
  loginIdsContain: [] as string[],
  loginIdsNotContain: [] as string[],
  actorIds: [] as string[],
  actorTypes: [] as string[],
  methods: [] as string[],
  devices: [] as string[],
  remoteAddresses: [] as string[],
  tenants: [] as string[],
  noTenants: false,
  oldestFirst: false,
  page: 1,
  /** The ID of the event whose details are open. */
  event: '',
  live: false,
};

export type View = typeof defaults;

export type ChangeView = (changes: Partial<View>, options?: { replace?: boolean }) => void;

export type Filters = Omit<View, 'page' | 'event' | 'live'>;

/** The fields of the view that determine the events. */
export function filtersOf({ page: _, event: __, live: ___, ...filters }: View): Filters {
  return filters;
}

export function searchOf(filters: Filters): AuditSearchInput {
  const { range, from, to, types, noTenants, ...rest } = filters;
  const given = Object.entries({ ...rest, ...timesOf({ range, from, to }) }).filter(
    ([, value]) => value !== '' && value !== 0 && value !== false && (value as unknown[]).length !== 0,
  );
  return {
    ...Object.fromEntries(given),
    ...(types.length > 0 && { types: types.filter(isType) }),
    ...(noTenants && rest.tenants.length > 0 && { noTenants }),
  };
}

/** Reports whether any filter except the time is set. */
export function isFiltered(view: View): boolean {
  return Object.keys(searchOf(filtersOf(view))).some(
    (name) => name !== 'from' && name !== 'to' && name !== 'oldestFirst',
  );
}

function isType(text: string): text is (typeof auditTypes)[number] {
  return auditTypes.some((type) => type === text);
}
