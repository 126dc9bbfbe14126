import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaults, filtersOf, isFiltered, searchOf, type View } from './view.ts';

const now = Date.UTC(2026, 0, 31);
const from = now - 30 * 86_400_000;
const search = (changes: Partial<View>) => searchOf(filtersOf({ ...defaults, ...changes }));

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

test('without filters, the search returns the events of the last 30 days, newest first', () => {
  expect(search({})).toEqual({ from });
});

test('every filter in the address becomes a search filter', () => {
  const lists = {
    actions: ['user.create'],
    excludedActions: ['session.start'],
    userIds: ['U1'],
    actorIds: ['K1'],
    actorTypes: ['user'],
    externalIds: ['ann'],
    excludedExternalIds: ['bob'],
    loginIdsContain: ['a'],
    methods: ['pwd'],
    loginIdsNotContain: ['b'],
    devices: ['Bot'],
    remoteAddresses: ['10.0.0.1'],
    tenants: ['t1'],
  };
  const view = { ...lists, text: 'ann', types: ['warn'], noTenants: true, oldestFirst: true };
  expect(search({ ...view, range: 'custom', from: 5, to: 9 })).toEqual({
    ...lists,
    text: 'ann',
    types: ['warn'],
    noTenants: true,
    oldestFirst: true,
    from: 5,
    to: 9,
  });
});

test('invalid severities in the address are ignored', () => {
  expect(search({ types: ['warn', 'loud'] }).types).toEqual(['warn']);
});

test('events without a tenant are included only in addition to those of tenants', () => {
  expect(search({ noTenants: true })).toEqual({ from });
  expect(search({ noTenants: true, tenants: ['t1'] })).toEqual({ from, noTenants: true, tenants: ['t1'] });
});

test('page, open event and live mode do not change the search', () => {
  expect(search({ page: 7, event: 'A1', live: true })).toEqual(search({}));
});

test('time and order do not count as filters', () => {
  expect(isFiltered({ ...defaults, range: '1h', oldestFirst: true })).toBe(false);
  expect(isFiltered({ ...defaults, range: 'custom', from: 1, to: 2 })).toBe(false);
  expect(isFiltered({ ...defaults, text: 'ann' })).toBe(true);
  expect(isFiltered({ ...defaults, devices: ['Bot'] })).toBe(true);
});
