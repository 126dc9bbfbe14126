import { BusyError } from '../failure.ts';

/** A lock that serves its waiters in order of arrival. */
export class Mutex {
  #held = false;
  readonly #waiting = new Set<{ proceed(): void; joins: boolean }>();

  get waiting(): number {
    return this.#waiting.size;
  }

  get isHeld(): boolean {
    return this.#held;
  }

  /** Reports whether the next holder would join a transaction that is open. */
  get isNextJoining(): boolean {
    const [next] = this.#waiting;
    return next?.joins ?? false;
  }

  async acquire({
    limitMilliseconds,
    joins = false,
  }: {
    limitMilliseconds?: number;
    joins?: boolean;
  } = {}): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { proceed: resolve, joins };
    this.#waiting.add(waiter);
    if (limitMilliseconds === undefined) return promise;
    const timer = setTimeout(() => {
      this.#waiting.delete(waiter);
      reject(new BusyError(`the database was busy with other writes for ${limitMilliseconds} ms`));
    }, limitMilliseconds);
    await promise.finally(() => clearTimeout(timer));
  }

  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#held = false;
      return;
    }
    this.#waiting.delete(next);
    next.proceed();
  }
}
