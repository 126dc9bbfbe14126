import { BusyError } from '../failure.ts';

/** A lock that serves its waiters in order of arrival. */
export class Mutex {
  #held = false;
  readonly #waiting = new Set<() => void>();

  get waiting(): number {
    return this.#waiting.size;
  }

  async acquire(limitMilliseconds?: number): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    if (limitMilliseconds === undefined) return promise;
    const timer = setTimeout(() => {
      this.#waiting.delete(resolve);
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
    next();
  }
}
