import { BusyError } from '../failure.ts';
import { waitMilliseconds } from '../patience.ts';

/** Lets a limited number of calls run at once, and the others wait in the order of their arrival. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#free = size;
  }

  /** Throws `BusyError` if the wait takes too long. */
  async run<R>(work: () => Promise<R>): Promise<R> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const limit = waitMilliseconds();
    const timer = setTimeout(() => {
      this.#waiting.delete(resolve);
      reject(new BusyError(`other long reads took more than ${limit} ms`));
    }, limit);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Gives the place to the next one. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
