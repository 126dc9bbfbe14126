import { hash } from 'node:crypto';
import type { Row } from '../../../../storage/tables.ts';

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
    | 'start';
  value?: string;
  /** For a role: its tenant, or empty for the project. A `tenantRole` is held in any tenant. */
  scope?: string;
}

/**
 * The key of a facet: the first 12 bytes of a hash, one character for each byte. Values can be long, and a list of all values would not
 * shrink when the last user with a value is gone.
 */
export type FacetKey = string;

export const facetKeyLength = 12;

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
