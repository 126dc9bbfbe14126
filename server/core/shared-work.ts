/** The most items in a batch. A longer one holds its locks for longer and saves little more. */
const itemsAtOnce = 32;

/** The batches of one key that run at once: the database works on one while the server prepares the other. */
const batchesAtOnce = 2;

export interface Work<Item, Result> {
  /** Does all or nothing. Returns the results in the order of the items. */
  work(items: Item[]): Promise<Result[]>;
  /** Reports whether the error may be due to one item, and nothing was done. */
  concernsOne(error: unknown): boolean;
}

interface Batch {
  items: unknown[];
  results: Promise<unknown[]>;
}

/** The batches with the same key. */
interface Lane {
  /** The batch that still takes items. */
  open: Batch | undefined;
  running: number;
  /** The batches that wait for a running one, first come, first served. */
  waiting: { start(): void; fail(error: unknown): void }[];
}

/**
 * Does in one go what several requests ask for at the same time. A batch takes items until one of the running batches
 * has ended, so batches grow with the load. An item that comes alone waits for the end of the turn of the event loop.
 */
export class SharedWork {
  readonly #lanes = new Map<string, Lane>();

  /**
   * Adds `item` to a batch of items with this key and returns its result. All callers of a key do the same work. The
   * first one of a batch does it for all. If it fails because of one item, each caller does the work for their own item. After
   * another failure, the batches that wait fail with it: they would wait as long for the same.
   */
  async join<Item, Result>(key: string, item: Item, shared: Work<Item, Result>): Promise<Result> {
    const lane = this.#lane(key);
    if (!lane.open || lane.open.items.length === itemsAtOnce) {
      const batch: Batch = { items: [], results: Promise.resolve([]) };
      lane.open = batch;
      batch.results = this.#run(key, lane, batch, shared as unknown as Work<unknown, unknown>);
    }
    const { items, results } = lane.open;
    const index = items.push(item) - 1;
    try {
      return (await results)[index] as Result;
    } catch (error) {
      if (items.length === 1 || !shared.concernsOne(error)) throw error;
    }
    const [result] = await shared.work([item]);
    return result as Result;
  }

  #lane(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane: Lane = { open: undefined, running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    return lane;
  }

  async #run(key: string, lane: Lane, batch: Batch, { work, concernsOne }: Work<unknown, unknown>) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    try {
      await this.#start(lane);
    } finally {
      if (lane.open === batch) lane.open = undefined;
      this.#forgetIfIdle(key, lane);
    }
    try {
      return await work(batch.items);
    } catch (error) {
      if (!concernsOne(error)) for (const { fail } of lane.waiting.splice(0)) fail(error);
      throw error;
    } finally {
      const next = lane.waiting.shift();
      // The next batch takes the place of this one.
      if (next) next.start();
      else lane.running -= 1;
      this.#forgetIfIdle(key, lane);
    }
  }

  async #start(lane: Lane): Promise<void> {
    if (lane.running < batchesAtOnce) lane.running += 1;
    else await new Promise<void>((start, fail) => lane.waiting.push({ start, fail }));
  }

  #forgetIfIdle(key: string, lane: Lane): void {
    if (lane.running === 0 && !lane.open) this.#lanes.delete(key);
  }
}
