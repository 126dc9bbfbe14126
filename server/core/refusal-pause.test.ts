import { expect, test } from 'vitest';
import { pauseBeforeRefusal } from './refusal-pause.ts';

test('of a flood of refusals, a limited number is held for a second', async () => {
  const startedAt = performance.now();
  const waits = await Promise.all(
    Array.from({ length: 1_500 }, async () => {
      await pauseBeforeRefusal();
      return performance.now() - startedAt;
    }),
  );
  const paused = waits.filter((wait) => wait >= 990).length;
  // The first twenty are answered at once, and so are those for whom there is no more room.
  expect(paused).toBe(1_000);
});
