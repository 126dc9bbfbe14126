import { expect, test } from 'vitest';
import { paged } from './paged.ts';

const roles = [
  { name: 'Editor', count: 10 },
  { name: 'äther', count: 9 },
  { name: 'Viewer', count: 100 },
];
const textOf = ({ name }: { name: string }) => name;
const all = { page: 1, pageSize: 10 };
const namesOf = ({ records }: { records: { name: string }[] | undefined }) => records?.map(textOf);

test('a list that is still loading has no records', () => {
  expect(paged(undefined, all)).toEqual({ records: undefined, total: 0 });
});

test('the search ignores case and surrounding spaces', () => {
  expect(namesOf(paged(roles, { ...all, textOf, text: ' EDIT ' }))).toEqual(['Editor']);
  expect(namesOf(paged(roles, { ...all, textOf, text: 'ÄTH' }))).toEqual(['äther']);
});

test('numbers sort by value and text sorts by language', () => {
  const sortBy = (field: string, desc: boolean) => namesOf(paged(roles, { ...all, sort: { field, desc } }));
  expect(sortBy('count', false)).toEqual(['äther', 'Editor', 'Viewer']);
  expect(sortBy('count', true)).toEqual(['Viewer', 'Editor', 'äther']);
  expect(sortBy('name', false)).toEqual(['äther', 'Editor', 'Viewer']);
});

test('the total counts all matches, not only those on the page', () => {
  const second = paged(roles, { textOf, text: 'e', page: 2, pageSize: 2 });
  expect(namesOf(second)).toEqual(['Viewer']);
  expect(second.total).toBe(3);
});
