/** Milliseconds since 1970. Everything else takes its time from `ctx.now()`, so that tests can move it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
