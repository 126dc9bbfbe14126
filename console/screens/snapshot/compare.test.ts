import { expect, test } from 'vitest';
import { compareFiles, stayingIn } from './compare.ts';

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

test('what only the project has stays, is named, and is no change', () => {
  const [clerk, editor] = [{ name: 'Clerk' }, { name: 'Editor' }];
  const tenant = { id: 'acme', name: 'Acme', roles: [clerk], ssoConnections: [{ id: 'okta' }] };
  const current = {
    'roles.json': { roles: [clerk, editor] },
    'tenants/acme.json': tenant,
    'webhooks.json': {},
  };
  const wanted = {
    'roles.json': { roles: [clerk] },
    'tenants/acme.json': { id: 'acme', name: 'Acme', roles: [] },
  };
  expect(statesOf(current, wanted)).toEqual(['roles.json same', 'tenants/acme.json same']);
  expect(stayingIn(current, wanted)).toEqual([
    'roles.json: Editor',
    'tenants/acme.json: Clerk',
    'tenants/acme.json: okta',
    'webhooks.json',
  ]);
  expect(statesOf(current, { 'roles.json': { roles: [{ name: 'Clerk', description: 'Sells' }] } })).toEqual([
    'roles.json changed',
  ]);
});
