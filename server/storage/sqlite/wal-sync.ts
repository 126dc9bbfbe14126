import { closeSync, fdatasync, openSync } from 'node:fs';

/**
 * Makes commits durable: the guarantee of `synchronous=FULL`, with the fsync off the event loop and shared.
 *
 * The write connection runs with `synchronous=NORMAL`, where COMMIT appends frames to the write-ahead log with
 * write() and does not wait for the disk. A transaction is acknowledged after an `fdatasync` of the log that
 * began after its COMMIT, the one system call that FULL would add inside COMMIT. Transactions that commit
 * during a sync share the next one.
 *
 * A power loss can therefore remove only frames that no sync covered. Frames are in commit order and each
 * carries a checksum over all before it, so recovery stops at the first damaged one: the loss is a tail of the
 * log that was never acknowledged. Everything else is as with FULL. NORMAL also syncs the log before a
 * checkpoint copies pages into the database, and the database before the log is used again. It also syncs the
 * first header when the log starts again: that one sync stays on the event loop, once in thousands of commits.
 * https://sqlite.org/wal.html, https://sqlite.org/pragma.html#pragma_synchronous
 *
 * The descriptor stays open for life: Linux reports a failed write-back to descriptors that were open when it
 * happened. SQLite keeps no locks on the log, so this does not disturb them. Never do it with the database
 * file: closing any descriptor of it drops the locks of the whole process.
 *
 * A failed sync is never repeated. The kernel may have dropped the pages and would report success the next
 * time. All waiting transactions are refused, the process has to end, and the next one recovers what really is
 * on the disk.
 */
export class WalSync {
  commits = 0;
  syncs = 0;
  syncedCommits = 0;
  readonly #log: number;
  readonly #onFatal: (error: Error) => void;
  readonly #afterSync: () => void;
  #waiting: (PromiseWithResolvers<void> & { transactions: number })[] = [];
  #syncing = false;
  #failure: Error | undefined;

  constructor(logFile: string, onFatal: (error: Error) => void, afterSync: () => void) {
    this.#log = openSync(logFile, 'r+');
    this.#onFatal = onFatal;
    this.#afterSync = afterSync;
  }

  assertHealthy(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Call it right after a COMMIT, with the number of transactions in it; resolves when it is on the disk. */
  commitIsDurable(transactions = 1): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.commits += transactions;
    const waiter = { ...Promise.withResolvers<void>(), transactions };
    this.#waiting.push(waiter);
    if (!this.#syncing) this.#sync();
    return waiter.promise;
  }

  /** Resolves when no sync is in progress. */
  async idle(): Promise<void> {
    if (this.#syncing) await this.commitIsDurable().catch(() => {});
  }

  close(): void {
    closeSync(this.#log);
  }

  #sync(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#syncing = true;
    fdatasync(this.#log, (error) => {
      this.#syncing = false;
      if (error) {
        this.#fail(error, batch);
        return;
      }
      this.syncs += 1;
      for (const { transactions } of batch) this.syncedCommits += transactions;
      if (this.#waiting.length > 0) this.#sync();
      for (const waiter of batch) waiter.resolve();
      this.#afterSync();
    });
  }

  #fail(cause: Error, batch: PromiseWithResolvers<void>[]): void {
    this.#failure = new Error('the write-ahead log could not be synced to the disk', { cause });
    for (const waiter of [...batch, ...this.#waiting]) waiter.reject(this.#failure);
    this.#waiting = [];
    this.#onFatal(this.#failure);
  }
}
