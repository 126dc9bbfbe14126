import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

/** Work that a test ends batch by batch. */
function controlledWork() {
  const batches: { items: number[]; end(error?: Error): void }[] = [];
  const work = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `did ${item}`)));
      batches.push({ items, end });
    });
  return { batches, work, concernsOne: (error: unknown) => (error as Error).message === 'refused' };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test('items of one turn are worked on together, and each caller gets the own result', async () => {
  const shared = new SharedWork();
  const control = controlledWork();
  const results = Promise.all([1, 2, 3].map((item) => shared.join('key', item, control)));
  const other = shared.join('other key', 4, control);
  await nextTurn();
  expect(control.batches.map(({ items }) => items)).toEqual([[1, 2, 3], [4]]);
  for (const { end } of control.batches) end();
  expect(await results).toEqual(['did 1', 'did 2', 'did 3']);
  expect(await other).toBe('did 4');
});

test('while two batches run, items gather in the next ones, of 32 items at most', async () => {
  const shared = new SharedWork();
  const control = controlledWork();
  const join = (item: number) => shared.join('key', item, control);
  const results = [join(0)];
  await nextTurn();
  results.push(join(1));
  await nextTurn();
  results.push(...numbers(2, 42).map(join));
  await nextTurn();
  expect(control.batches.map(({ items }) => items)).toEqual([[0], [1]]);
  control.batches[0]!.end();
  await nextTurn();
  expect(control.batches[2]?.items).toEqual(numbers(2, 34));
  control.batches[1]!.end();
  await nextTurn();
  expect(control.batches[3]?.items).toEqual(numbers(34, 42));
  for (const { end } of control.batches) end();
  expect(await Promise.all(results)).toEqual(numbers(0, 42).map((item) => `did ${item}`));
});

test('if a batch fails because of one item, each item is worked on alone', async () => {
  const shared = new SharedWork();
  const control = controlledWork();
  const results = Promise.allSettled([1, 2, 3].map((item) => shared.join('key', item, control)));
  await nextTurn();
  control.batches[0]!.end(new Error('refused'));
  await nextTurn();
  const alone = control.batches.slice(1);
  expect(alone.map(({ items }) => items)).toEqual([[1], [2], [3]]);
  for (const { items, end } of alone) end(items[0] === 2 ? new Error('refused') : undefined);
  const outcomes = await results;
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('if a batch fails because of an outage, all its items fail with it, and the next batch runs', async () => {
  const shared = new SharedWork();
  const control = controlledWork();
  const results = Promise.allSettled([1, 2].map((item) => shared.join('key', item, control)));
  await nextTurn();
  control.batches[0]!.end(new Error('no connection'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(control.batches).toHaveLength(1);
  const next = shared.join('key', 3, control);
  await nextTurn();
  control.batches[1]!.end();
  expect(await next).toBe('did 3');
});

test('batches that wait during an outage fail with the first one, without being tried', async () => {
  const shared = new SharedWork();
  const control = controlledWork();
  const running = [1, 2].map(async (item) => shared.join('key', item, control));
  await nextTurn();
  const second = shared.join('key', 3, control);
  await nextTurn();
  const waiting = numbers(4, 44).map((item) => shared.join('key', item, control));
  const outcomes = Promise.allSettled([...running, ...waiting]);
  await nextTurn();
  control.batches[0]!.end(new Error('no connection'));
  control.batches[1]!.end();
  expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(await second).toBe('did 3');
  expect(control.batches).toHaveLength(2);
  const next = shared.join('key', 44, control);
  await nextTurn();
  control.batches[2]!.end();
  expect(await next).toBe('did 44');
});
