/** Milliseconds since 1970. All other code reads the time from `ctx.now()`, so that tests can set it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
