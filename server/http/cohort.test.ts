import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Cohort } from './cohort.ts';

test('requests of a turn take their steps in turn, in the order of their arrival', async () => {
  const cohort = new Cohort();
  const steps: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    cohort.join(async () => {
      steps.push(`${name} starts`);
      await null;
      steps.push(`${name} ends`);
    });
  }
  expect(steps).toEqual([]);
  await nextTurn();
  expect(steps.join(', ')).toBe(
    'first starts, second starts, third starts, first ends, second ends, third ends',
  );
});

test('many requests start in one turn, and one that arrives in between comes after them', async () => {
  const cohort = new Cohort();
  const started: number[] = [];
  for (let request = 0; request < 40; request += 1) cohort.join(() => started.push(request));
  const counts: number[] = [];
  do {
    await nextTurn();
    counts.push(started.length);
    if (counts.length === 1) cohort.join(() => started.push(40));
  } while (started.length < 41);
  expect(counts).toEqual([40, 41]);
  expect(started).toEqual(started.toSorted((a, b) => a - b));
});
