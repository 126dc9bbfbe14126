import type { Clock } from '../../../../core/clock.ts';
import type { NumberSet } from '../../../../core/number-set.ts';
import { perInstance } from '../../../../core/per-instance.ts';

/** A set of users as it was in the database at a position in the list of changes. */
export interface KnownSet {
  readonly members: NumberSet;
  position: number;
}

/** The memory for all sets. Each takes up to an eighth of a byte for every user, and less if few users match. */
const maxBytes = 24 * 2 ** 20;

/** The time after which a set is read again, in case a failover of PostgreSQL has lost changes that it contains. */
const lifetimeMs = 600_000;

/** The sets of users that searches have needed, the least recently used first. */
export class KnownSets {
  readonly #sets = new Map<string, { set: KnownSet; expiresAt: number }>();
  readonly #now: Clock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(now: Clock) {
    this.#now = now;
  }

  get(key: string): KnownSet | undefined {
    const known = this.#sets.get(key);
    if (!known) return undefined;
    this.#sets.delete(key);
    if (known.expiresAt <= this.#now()) return undefined;
    this.#sets.set(key, known);
    return known.set;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  add(key: string, set: KnownSet): void {
    this.#sets.set(key, { set, expiresAt: this.#now() + lifetimeMs });
    let bytes = 0;
    for (const known of this.#sets.values()) bytes += known.set.members.bytes;
    for (const [oldest, known] of this.#sets) {
      if (bytes <= maxBytes) break;
      bytes -= known.set.members.bytes;
      this.#sets.delete(oldest);
    }
  }

  forget(key: string): void {
    this.#sets.delete(key);
  }

  /** Runs one `work` after the other, so that what they read is applied in the order in which it was read. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

export const knownSets = perInstance(({ now }) => new KnownSets(now));
