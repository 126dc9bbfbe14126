import { expect, test } from 'vitest';
import { compareFiles } from './compare.ts';

function statesOf(current: Record<string, unknown>, wanted: Record<string, unknown>) {
  return compareFiles(current, wanted).map(({ path, state }) => `${path} ${state}`);
}

test('files that differ only in key order are equal', () => {
  const current = { 'roles.json': { roles: [{ name: 'a', tags: [] }], more: null } };
  expect(statesOf(current, { 'roles.json': { more: null, roles: [{ tags: [], name: 'a' }] } })).toEqual([
    'roles.json same',
  ]);
});

test('a different array order, a missing field or a different type is a change', () => {
  const current = { a: [1, 2], b: { x: 1 }, c: [], d: { toString: 1 } };
  expect(statesOf(current, { a: [2, 1], b: {}, c: {}, d: { valueOf: 1 } })).toEqual([
    'a changed',
    'b changed',
    'c changed',
    'd changed',
  ]);
});

test('a file that the project lacks is new, and a file that only the project has is not listed', () => {
  expect(statesOf({ 'mine.json': {} }, { 'b.json': 0, 'a.json': {} })).toEqual([
    'a.json added',
    'b.json added',
  ]);
});
