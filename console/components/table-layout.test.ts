import { expect, test } from 'vitest';
import { cardPlacesOf, tracksOf } from './table-layout.ts';

const columns = [{ id: 'name' }, { id: 'email', width: 200 }, { id: 'created' }];
const plain = { columns, widths: {}, canSelect: false, hasActions: false };

test('columns share the room in proportion to their least widths', () => {
  expect(tracksOf(plain)).toEqual({
    tracks: 'minmax(180px, 180fr) minmax(200px, 200fr) minmax(120px, 120fr)',
    minWidth: 500,
  });
});

test('the columns for the checkbox and the menu have a width of their own', () => {
  const { tracks, minWidth } = tracksOf({ ...plain, canSelect: true, hasActions: true });
  expect(tracks).toMatch(/^44px .* 52px$/);
  expect(minWidth).toBe(596);
});

test('a chosen width is exact', () => {
  expect(tracksOf({ ...plain, widths: { email: 90 } })).toEqual({
    tracks: 'minmax(180px, 180fr) 90px minmax(120px, 120fr)',
    minWidth: 390,
  });
});

test('the last column fills the table if every width is chosen', () => {
  expect(tracksOf({ ...plain, widths: { name: 100, email: 100, created: 100 } }).tracks).toBe(
    '100px 100px minmax(100px, 100fr)',
  );
});

test('a card shows every column of a table that names no places', () => {
  expect(cardPlacesOf([...columns, { id: 'status' }])).toEqual(['title', 'fact', 'fact', 'status']);
});

test('a card shows two lines of a table that names places', () => {
  const planned = [
    { id: 'email', card: 'line' },
    { id: 'name', card: 'title' },
    { id: 'state', card: 'status' },
    { id: 'id' },
    { id: 'created', card: 'fact' },
    { id: 'tenants', card: 'line' },
  ] as const;
  expect(cardPlacesOf([...planned])).toEqual(['line', 'title', 'status', undefined, 'fact', undefined]);
});

test('the first visible column is the title if the one with the name is hidden', () => {
  expect(
    cardPlacesOf([
      { id: 'email', card: 'line' },
      { id: 'phone', card: 'line' },
    ]),
  ).toEqual(['title', 'line']);
});
