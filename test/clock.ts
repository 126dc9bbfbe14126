/** The clock of one instance. It runs with the machine's until a test stops it. */
export interface TestClock {
  now(): number;
  advance(milliseconds: number): void;
  /** Stops the clock at `at`; afterwards only `advance` and `tick` move it. */
  stop(at?: number): void;
  /** Moves a stopped clock by a millisecond, so that what happens later also looks newer. */
  tick(): void;
  /** Returns another clock that starts at this one's time. */
  fork(): TestClock;
}

export function createClock(stoppedAt?: number, offset = 0): TestClock {
  const now = (): number => (stoppedAt ?? Date.now()) + offset;
  return {
    now,
    advance(milliseconds) {
      offset += milliseconds;
    },
    stop(at = now()) {
      stoppedAt = at;
      offset = 0;
    },
    tick() {
      if (stoppedAt !== undefined) offset += 1;
    },
    fork: () => createClock(stoppedAt, offset),
  };
}
