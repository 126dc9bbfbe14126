import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurn } from './turns.ts';

test('a turn has one piece of work, and projects have theirs in turn', async () => {
  const order: string[] = [];
  const piece = async (project: string, name: string) => {
    await takeTurn(project);
    order.push(`${project}${name}`);
  };
  const all = Promise.all([piece('A', '1'), piece('A', '2'), piece('A', '3'), piece('B', '1')]);
  const counts: number[] = [];
  while (order.length < 4) {
    await nextTurn();
    counts.push(order.length);
  }
  await all;
  expect(order).toEqual(['A1', 'B1', 'A2', 'A3']);
  expect(counts).toEqual([1, 2, 3, 4]);
});
