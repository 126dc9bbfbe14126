import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInTurns, readInTurn, takeTurn } from './turns.ts';

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

test('two reads are under way at a time, and projects have theirs in turn', async () => {
  const begun: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const read = (project: string, name: string) =>
    readInTurn(project, async () => {
      begun.push(`${project}${name}`);
      const end = Promise.withResolvers<void>();
      ends.push(end);
      await end.promise;
      return name;
    });
  const all = [read('A', '1'), read('A', '2'), read('A', '3'), read('A', '4'), read('B', '1')];
  all[0]!.catch(() => {});
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(begun).toEqual(['A1', 'A2']);
  ends[0]!.reject(new Error('failed'));
  await expect(all[0]).rejects.toThrow('failed');
  for (let index = 1; index < 5; index += 1) {
    while (ends.length <= index) await nextTurn();
    ends[index]!.resolve();
  }
  await Promise.all(all.slice(1));
  expect(begun).toEqual(['A1', 'A2', 'A3', 'B1', 'A4']);
});

test('a long list is done in several turns', async () => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const numbers = Array.from({ length: 500 }, (_, index) => index);
  expect(await mapInTurns('A', numbers, (one, index) => one + index)).toEqual(numbers.map((one) => 2 * one));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(9);
});
