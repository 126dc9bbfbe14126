import { AsyncLocalStorage } from 'node:async_hooks';

const patience = new AsyncLocalStorage<number>();

export const defaultWaitMilliseconds = 5_000;

/** How long a statement may run, and a lock or a connection may be waited for. */
export function waitMilliseconds(): number {
  return patience.getStore() ?? defaultWaitMilliseconds;
}

/** Migrations rewrite tables and wait for each other: they may take longer than a request. */
export function withPatience<R>(limitMilliseconds: number, work: () => Promise<R>): Promise<R> {
  return patience.run(limitMilliseconds, work);
}
