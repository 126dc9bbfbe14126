/** The clock of one instance. It runs with the machine's until a test stops it. */
export interface TestClock {
  now(): number;
  advance(milliseconds: number): void;
  /** From here on the clock shows `at`, and only `advance` moves it. */
  stop(at?: number): void;
  /** Another clock that begins as this one is now. */
  fork(): TestClock;
}

export function createClock(read = Date.now, offset = 0): TestClock {
  const now = (): number => read() + offset;
  return {
    now,
    advance(milliseconds) {
      offset += milliseconds;
    },
    stop(at = now()) {
      read = () => at;
      offset = 0;
    },
    fork: () => createClock(read, offset),
  };
}
