import { expect, test } from 'vitest';
import { createSeenSessions } from './seen-sessions.ts';

let now = 1_000;
const create = () => createSeenSessions(() => now);

test('a session counts as alive until the given time, and an unknown one never', () => {
  const seen = create();
  seen.sawAlive('a', now + 10);
  expect([seen.isAlive('a'), seen.isAlive('b')]).toEqual([true, false]);
  now += 10;
  expect(seen.isAlive('a')).toBe(false);
});

test('an ended session never counts as alive again, even if a slower request still read it as alive', () => {
  const seen = create();
  seen.sawAlive('a', now + 10);
  seen.sawEnded('a');
  seen.sawAlive('a', now + 10);
  seen.sawEnded('b');
  seen.sawAlive('b', now + 10);
  expect([seen.isAlive('a'), seen.isAlive('b')]).toEqual([false, false]);
});

test('the sessions seen longest ago are forgotten, so the memory stays bounded', () => {
  const seen = create();
  for (let index = 0; index <= 50_000; index += 1) seen.sawAlive(`${index}`, now + 10);
  expect([seen.isAlive('0'), seen.isAlive('1'), seen.isAlive('50000')]).toEqual([false, true, true]);
});
