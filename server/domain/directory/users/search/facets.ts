import { hash } from 'node:crypto';
import type { Row } from '../../../../storage/tables.ts';

/** A time of a user. The day of the last sign-in is the time at which it began, or 0. */
export type Moment = 'createdAt' | 'modifiedAt' | 'lastSignInDay';

/** The length of a period that is a facet. */
const periodMs = 30 * 86_400_000;

/** A property that many users can share, and by which a search finds them. */
export interface Facet {
  kind:
    | 'user'
    | 'status'
    | 'test'
    | 'verifiedEmail'
    | 'verifiedPhone'
    | 'tenant'
    | 'role'
    | 'tenantRole'
    | 'ssoApp'
    | 'factor'
    | 'attribute'
    | 'start'
    | Moment;
  value?: string;
  /** For a role: its tenant, or empty for the project. A `tenantRole` is held in any tenant. */
  scope?: string;
}

/**
 * The key of a facet: the first 8 bytes of a hash, one character for each byte. Values can be long, and a list of all values would not
 * shrink when the last user with a value is gone.
 */
export type FacetKey = string;

export const facetKeyLength = 8;

/** The most frequent facets are those of few values, so their keys are computed once. */
const known = new Map<string, FacetKey>();
const keptKeys = 10_000;

export function facetKey({ kind, value = '', scope = '' }: Facet): FacetKey {
  const text = `${kind}\0${value}\0${scope}`;
  const found = known.get(text);
  if (found) return found;
  const key = hash('sha256', text, 'buffer').toString('latin1', 0, facetKeyLength);
  if (known.size >= keptKeys) known.clear();
  known.set(text, key);
  return key;
}

/** Returns the facet of the period in which a moment is. */
export function periodOf(kind: Moment, moment: number): Facet {
  return { kind, value: String(Math.floor(moment / periodMs)) };
}

/**
 * Returns the facets of all whole periods within a range until a day from now, and what is left of the range before and after them. Returns
 * `undefined` for a range of less than two periods, whose users are found as fast without.
 */
export function wholePeriods(kind: Moment, { from, to, now }: { from: number; to: number; now: number }) {
  const first = Math.ceil(from / periodMs);
  const end = Math.floor(Math.min(to + 1, now + 86_400_000) / periodMs);
  if (end - first < 2) return undefined;
  const facets = Array.from({ length: end - first }, (_, index) =>
    periodOf(kind, (first + index) * periodMs),
  );
  return { facets, before: { from, to: first * periodMs - 1 }, after: { from: end * periodMs, to } };
}

/** The states of a user, in the order in which a search sorts them. */
export const states = ['disabled', 'enabled', 'created', 'invited'] as const;
export type State = (typeof states)[number];

type Columns = Pick<Row<'users'>, 'status' | 'invitedAt' | 'test' | 'verifiedEmail' | 'verifiedPhone'>;

export function stateOf({ status, invitedAt }: Pick<Columns, 'status' | 'invitedAt'>): State {
  return status === 'invited' && invitedAt === 0 ? 'created' : status;
}

/** Returns the facets that the row of a user gives. */
export function ownFacets(user: Columns): Facet[] {
  const { test, verifiedEmail, verifiedPhone } = user;
  const flags = { test, verifiedEmail, verifiedPhone };
  return [
    { kind: 'user' },
    { kind: 'status', value: stateOf(user) },
    ...(['test', 'verifiedEmail', 'verifiedPhone'] as const)
      .filter((kind) => flags[kind])
      .map((kind) => ({ kind })),
  ];
}
