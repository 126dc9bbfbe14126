import { AsyncLocalStorage } from 'node:async_hooks';

const patience = new AsyncLocalStorage<number>();

export const defaultWaitMilliseconds = 5_000;

/** Returns the limit for a statement, and for the wait for a lock or a connection. */
export function waitMilliseconds(): number {
  return patience.getStore() ?? defaultWaitMilliseconds;
}

/** Raises the limit for migrations, which rewrite tables and wait for each other. */
export function withPatience<R>(limitMilliseconds: number, work: () => Promise<R>): Promise<R> {
  return patience.run(limitMilliseconds, work);
}
