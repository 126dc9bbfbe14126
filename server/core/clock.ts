/** Milliseconds since 1970. All other code reads the time from `ctx.now()`, so that tests can set it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** A clock that runs with the machine's until it is moved. */
export interface MovableClock {
  now: Clock;
  /** Milliseconds by which this clock is ahead of the machine's, negative if it is behind. */
  offsetMs(): number;
  /** Moves the clock, which stays frozen if it is. */
  advance(milliseconds: number): void;
  set(at: number): void;
  /** Stops the clock, or lets it run on from where it stands. */
  freeze(isFrozen: boolean): void;
  /** Returns to the machine's time. */
  reset(): void;
}

export function createMovableClock(): MovableClock {
  let offset = 0;
  let frozenAt: number | undefined;
  const now = () => frozenAt ?? systemClock() + offset;
  return {
    now,
    offsetMs: () => (frozenAt === undefined ? offset : frozenAt - systemClock()),
    advance(milliseconds) {
      if (frozenAt === undefined) offset += milliseconds;
      else frozenAt += milliseconds;
    },
    set(at) {
      if (frozenAt === undefined) offset = at - systemClock();
      else frozenAt = at;
    },
    freeze(isFrozen) {
      if (isFrozen) frozenAt ??= now();
      else if (frozenAt !== undefined) {
        offset = frozenAt - systemClock();
        frozenAt = undefined;
      }
    },
    reset() {
      offset = 0;
      frozenAt = undefined;
    },
  };
}

/** Returns the age of something in seconds; 0 if there is nothing. */
export function ageInSeconds({ now }: { now: Clock }, time: number | null): number {
  return time === null ? 0 : Math.max(0, now() - time) / 1000;
}
