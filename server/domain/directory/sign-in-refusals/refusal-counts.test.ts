import { expect, test } from 'vitest';
import { createRefusalCounts } from './refusal-counts.ts';

function start() {
  const clock = { now: 1_000_000 };
  const counts = createRefusalCounts(() => clock.now);
  const written: string[] = [];
  const admit = (subject: string, kind = 'k', projectId = 'P') =>
    counts.admit(
      { projectId, kind, subject },
      async (count) => void written.push(`${count} of ${subject}`),
      async (count) => void written.push(`${count} of several`),
    );
  const flush = async (all?: boolean) => {
    for (const { write, count } of counts.takeCounted(all)) await write(count);
    return written.splice(0);
  };
  return { clock, counts, admit, flush };
}

const times = (count: number, act: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => act(index));

test('the first thirty refusals about a subject in a minute are written, and one event stands for the others', async () => {
  const { clock, admit, flush } = start();
  const admitted = times(100, () => admit('ann'));
  expect(admitted.filter((count) => count === 1)).toHaveLength(30);
  expect(admit('bob')).toBe(1);
  expect(await flush()).toEqual([]);
  clock.now += 60_000;
  expect(await flush()).toEqual(['70 of ann']);
  expect(await flush()).toEqual([]);
});

test('the next event stands for the counted ones if it comes before they are written', async () => {
  const { clock, admit, flush } = start();
  times(35, () => admit('ann'));
  clock.now += 60_000;
  expect(admit('ann')).toBe(6);
  expect(await flush(true)).toEqual([]);
});

test('of refusals that concern nothing known, one of a kind is written in ten minutes', async () => {
  const { clock, admit, flush } = start();
  expect(times(50, () => admit(''))).toEqual([1, ...Array(49).fill(undefined)]);
  clock.now += 60_000;
  expect(admit('')).toBeUndefined();
  clock.now += 9 * 60_000;
  expect(await flush()).toEqual(['50 of ']);
});

test('a flood of names adds no more than 600 events a minute, and does not silence another project', async () => {
  const { clock, admit, flush } = start();
  const admitted = times(5_000, (index) => admit(`name ${index}`));
  expect(admitted.filter((count) => count !== undefined)).toHaveLength(601);
  expect(admit('ann', 'k', 'Q')).toBe(1);
  clock.now += 10 * 60_000;
  expect(await flush()).toEqual(['4399 of several']);
});

test('deferred refusals are counted by subject, at most a hundred of them', async () => {
  const { counts, flush } = start();
  const defer = (subject: string) =>
    counts.defer({ projectId: 'P', kind: 'k', subject }, async () => undefined);
  expect(defer('ann')).toBe(true);
  expect(defer('ann')).toBe(false);
  times(1_000, (index) => defer(`name ${index}`));
  const taken = counts.takeCounted();
  expect(taken.length).toBeLessThanOrEqual(101);
  expect(taken.reduce((sum, { count }) => sum + count, 0)).toBe(1_002);
  expect(await flush()).toEqual([]);
});
