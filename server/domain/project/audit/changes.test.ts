import { expect, test } from 'vitest';
import { changesBetween } from './changes.ts';

test('only what differs is listed, with the old and the new value, and the fields of objects by their path', () => {
  const before = { name: 'a', limits: { hour: 1, day: 2 }, list: [1], same: { x: [1] } };
  const after = { name: 'b', limits: { hour: 1, day: 3 }, list: [1, 2], same: { x: [1] }, added: true };
  expect(changesBetween(before, after)).toEqual({
    name: { from: 'a', to: 'b' },
    'limits.day': { from: 2, to: 3 },
    list: { from: [1], to: [1, 2] },
    added: { from: null, to: true },
  });
});

test('secrets and the fields that the caller names are listed without values', () => {
  const before = { clientSecret: 'one', oidc: { accessToken: 'x' }, email: 'ann@example.com' };
  const after = { clientSecret: 'two', oidc: { accessToken: 'y' }, email: 'bob@example.com' };
  const changes = changesBetween(before, after, { withoutValues: ['email'] });
  expect(changes).toEqual({ clientSecret: 'changed', 'oidc.accessToken': 'changed', email: 'changed' });
});

test('long values are cut, and no more than thirty fields are listed', () => {
  const long = changesBetween({ a: 'x'.repeat(10_000) }, { a: 'y'.repeat(10_000) });
  expect(JSON.stringify(long).length).toBeLessThan(500);
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, index]));
  expect(Object.keys(changesBetween({}, many))).toHaveLength(30);
});
