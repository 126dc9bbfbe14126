import { expect, test } from 'vitest';
import { readUrlState, type UrlState, withoutDefaults, writeUrlState } from './url-state.ts';

const defaults = { text: '', page: 1, desc: true, status: [] as string[] };

test('values missing from the address have their defaults', () => {
  expect(readUrlState('', defaults)).toEqual(defaults);
  expect(readUrlState('?page=3', defaults)).toEqual({ ...defaults, page: 3 });
});

test('a state that is written to the address reads back unchanged', () => {
  const state = { text: 'ä&b=c #1', page: 0, desc: false, status: ['invited', 'a,b'] };
  expect(readUrlState(writeUrlState(state), defaults)).toEqual(state);
});

test('values of the wrong type fall back to the default, and unknown names are ignored', () => {
  expect(readUrlState('page=soon&desc=perhaps&other=1', defaults)).toEqual({ ...defaults, desc: false });
  expect(readUrlState('page=Infinity', defaults)).toEqual(defaults);
});

test('the first of several values counts, except for a list', () => {
  const state = readUrlState('text=a&text=b&status=invited&status=enabled', defaults);
  expect(state).toEqual({ ...defaults, text: 'a', status: ['invited', 'enabled'] });
});

test('the address leaves out defaults', () => {
  const query = (changes: Partial<typeof defaults>) =>
    writeUrlState(withoutDefaults<UrlState>({ ...defaults, ...changes }, defaults));
  expect(query({})).toBe('');
  expect(withoutDefaults<UrlState>({ has: ['sso'] }, { has: ['sso'] })).toEqual({});
  expect(query({ status: [], page: 2 })).toBe('page=2');
  expect(query({ desc: false, status: ['a', 'b'] })).toBe('desc=false&status=a&status=b');
});
