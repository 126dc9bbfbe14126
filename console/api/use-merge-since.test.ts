import { expect, test } from 'vitest';
import { Conflict, merge } from './merge.ts';
import { acknowledge } from './use-merge-since.ts';

const before = { name: 'Acme', note: 'a', look: { color: 'red', logo: '' } };
const yours = { name: 'Mine', note: 'a', look: { color: 'blue', logo: '' } };
const theirs = { name: 'Theirs', note: 'changed', look: { color: 'green', logo: 'https://x.example/l' } };

test('saving again replaces the fields in conflict, and keeps what else the other one changed', () => {
  let conflict: unknown;
  try {
    merge(before, yours, theirs);
  } catch (error) {
    conflict = error;
  }
  expect(conflict).toBeInstanceOf(Conflict);
  const known = acknowledge(before, conflict as Conflict);
  expect(merge(known, yours, theirs)).toEqual({
    name: 'Mine',
    note: 'changed',
    look: { color: 'blue', logo: 'https://x.example/l' },
  });
  // What it started from stays as it was.
  expect(before.look.color).toBe('red');
});

test('a third version of the fields in conflict is a conflict again', () => {
  let conflict: unknown;
  try {
    merge(before, yours, theirs);
  } catch (error) {
    conflict = error;
  }
  const known = acknowledge(before, conflict as Conflict);
  expect(() => merge(known, yours, { ...theirs, name: 'Third' })).toThrow(Conflict);
});
