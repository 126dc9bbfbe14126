import type { Row } from '../../../storage/tables.ts';
import { type Field, loginIdHashOf } from './blocks/tokens.ts';

/** Criteria of a search, all of which must match. An empty list matches every event. */
export interface EventFilter {
  from: number;
  to: number;
  userIds: string[];
  excludedUserIds: string[];
  /** Parts of login IDs; the user must have a login ID with one of them. */
  loginIdParts: string[];
  excludedLoginIdParts: string[];
  tenantIds: string[];
  /** The application; empty for all events. */
  applicationId: string;
  severities: string[];
  actions: string[];
  excludedActions: string[];
  actorIds: string[];
  actorTypes: string[];
  devices: string[];
  methods: string[];
  remoteAddresses: string[];
  /** Hashes of login IDs that no user had when a sign-in was refused. */
  loginIdHashes: string[];
  text: string;
  /** Exact parts of the data, whose case matters. */
  dataParts: string[];
  oldestFirst: boolean;
  /** The maximum number of events that are counted, and that are read for criteria without an index. */
  maxEvents: number;
}

/** A filter that matches every event. */
export const everyEvent: EventFilter = {
  from: 1,
  to: Number.MAX_SAFE_INTEGER,
  userIds: [],
  excludedUserIds: [],
  loginIdParts: [],
  excludedLoginIdParts: [],
  tenantIds: [],
  applicationId: '',
  severities: [],
  actions: [],
  excludedActions: [],
  actorIds: [],
  actorTypes: [],
  devices: [],
  methods: [],
  remoteAddresses: [],
  loginIdHashes: [],
  text: '',
  dataParts: [],
  oldestFirst: false,
  maxEvents: Number.MAX_SAFE_INTEGER,
};

/** A criterion with an index: the field has one of the values, or none of them. */
export interface Criterion {
  field: Field;
  values: string[];
  isExcluded: boolean;
}

export function criteriaOf(filter: EventFilter): Criterion[] {
  const { applicationId } = filter;
  const wanted: [Field, string[]][] = [
    ['userId', filter.userIds],
    ['tenantId', filter.tenantIds],
    ['applicationId', applicationId === '' ? [] : [applicationId]],
    ['severity', filter.severities],
    ['action', filter.actions],
    ['actorId', filter.actorIds],
    ['actorType', filter.actorTypes],
    ['device', filter.devices],
    ['method', filter.methods],
    ['remoteAddress', filter.remoteAddresses],
    ['loginIdHash', filter.loginIdHashes],
  ];
  const unwanted: [Field, string[]][] = [
    ['userId', filter.excludedUserIds],
    ['action', filter.excludedActions],
  ];
  const criteria = [
    ...wanted.map(([field, values]) => ({ field, values, isExcluded: false })),
    ...unwanted.map(([field, values]) => ({ field, values, isExcluded: true })),
  ];
  return criteria.filter(({ values }) => values.length > 0);
}

/** Tells whether the filter has criteria for which each event has to be read. */
export function readsEvents({ text, dataParts, loginIdParts, excludedLoginIdParts }: EventFilter): boolean {
  return text !== '' || [dataParts, loginIdParts, excludedLoginIdParts].some((list) => list.length > 0);
}

/** Checks the indexed criteria once more, because two values can have the same token. */
export function fits(event: Row<'auditEvents'>, { from, to }: EventFilter, criteria: Criterion[]): boolean {
  if (event.occurredAt < from || event.occurredAt > to) return false;
  return criteria.every(({ field, values, isExcluded }) => {
    const value = field === 'loginIdHash' ? loginIdHashOf(event) : event[field];
    return values.includes(value ?? '\n') !== isExcluded;
  });
}
