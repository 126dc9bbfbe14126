import { createMovableClock, type MovableClock } from '../server/core/clock.ts';

/** The clock of one instance. It runs with the machine's until a test stops it. */
export interface TestClock extends MovableClock {
  /** Stops the clock at `at`; afterwards only `advance` and `tick` move it. */
  stop(at?: number): void;
  /** Moves a stopped clock by a millisecond, so that what happens later also looks newer. */
  tick(): void;
  /** Returns another clock that starts at this one's time. */
  fork(): TestClock;
}

export function createClock(stoppedAt?: number, offset = 0): TestClock {
  const clock = createMovableClock();
  let isStopped = false;
  const testClock: TestClock = {
    ...clock,
    stop(at = clock.now()) {
      isStopped = true;
      clock.freeze(true);
      clock.set(at);
    },
    tick() {
      if (isStopped) clock.advance(1);
    },
    fork: () => (isStopped ? createClock(clock.now()) : createClock(undefined, clock.offsetMs())),
  };
  if (stoppedAt !== undefined) testClock.stop(stoppedAt);
  else testClock.advance(offset);
  return testClock;
}
