import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withPatience } from '../patience.ts';
import { Slots } from './slots.ts';

test('some calls run at once, the others in the order of their arrival, also after one that fails', async () => {
  const slots = new Slots(2);
  const order: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const call = (name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return slots.run(async () => {
      order.push(name);
      await end.promise;
      return name;
    });
  };
  const calls = ['a', 'b', 'c', 'd'].map(call);
  calls[1]!.catch(() => {});
  await nextTurn();
  expect(order).toEqual(['a', 'b']);
  ends.get('b')!.reject(new Error('failed'));
  await expect(calls[1]).rejects.toThrow('failed');
  await nextTurn();
  expect(order).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) ends.get(name)!.resolve();
  expect(await Promise.all([calls[0], calls[2], calls[3]])).toEqual(['a', 'c', 'd']);
});

test('a call that waits too long is refused and leaves its place in the queue', async () => {
  const slots = new Slots(1);
  const end = Promise.withResolvers<string>();
  const first = slots.run(() => end.promise);
  await expect(withPatience(1, () => slots.run(async () => 'late'))).rejects.toThrow('other long reads');
  end.resolve('first');
  expect(await first).toBe('first');
  expect(await slots.run(async () => 'next')).toBe('next');
});
