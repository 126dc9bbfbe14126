import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { runTransaction } from './executor.ts';
import { FailedTransactionError, failureOf, OvertakenError } from './failure.ts';
import type { Db } from './tables.ts';

const attempts = 3;

interface Scope {
  open: boolean;
  afterCommit: (() => void)[];
  attempt: number;
}

const current = new AsyncLocalStorage<Scope>();

/**
 * Runs `work` with a `ctx` whose `db` is a transaction: all of it happens, or nothing. Inside a transaction it
 * joins. When it resolves, the changes are on the disk.
 *
 * Both engines isolate: SQLite runs one writing transaction after the other; PostgreSQL runs them at "read
 * committed", where each statement is atomic and sees everything committed before it started. So decide in one
 * statement (`insert … on conflict`, `update … where`, `delete … returning`), not by a read before a write.
 *
 * `work` may run again when the database found a conflict, so it must do nothing outside the database. A failed
 * statement dooms the transaction on both engines, even when the error is caught.
 *
 * Statements run in the order in which they are started, and each sees what the earlier ones wrote. Those that need no
 * results of each other are started together (`together`), and PostgreSQL gets them in one message.
 */
export async function transaction<C extends { db: Db }, R>(ctx: C, work: (ctx: C) => Promise<R>): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx);
  return repeatConflicts(async (attempt) => {
    const scope: Scope = { open: true, afterCommit: [], attempt };
    try {
      const result = await runTransaction(ctx.db, (db) => current.run(scope, () => work({ ...ctx, db })));
      for (const notify of scope.afterCommit) notify();
      return result;
    } finally {
      scope.open = false;
    }
  });
}

/**
 * Waits for the parts of a transaction that were started together. If some of them fail, throws the error of the first
 * one in the list, on either engine: on PostgreSQL the parts advance together, on SQLite one after the other.
 */
export async function together<const W extends readonly unknown[]>(parts: W): Promise<Results<W>> {
  const results = await Promise.allSettled(parts);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as Results<W>;
}

type Results<W extends readonly unknown[]> = { -readonly [K in keyof W]: Awaited<W[K]> };

/** Runs a transaction, or a statement outside one, again if the database ended it because of a conflict. */
export async function repeatConflicts<R>(run: (attempt: number) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(attempt);
    } catch (error) {
      if (attempt === attempts || failureOf(error) !== 'conflict') throw error;
    }
    await sleep(Math.random() * 20 * attempt);
  }
}

/**
 * Ends the running transaction because another one has taken a name that this one had found free, and runs it again from the beginning: by the
 * rules that would have applied if the other one had come first. Throws `refusal` if it has run again before, or outside a transaction.
 */
export function decideAgain(refusal: Error): never {
  const scope = current.getStore();
  throw scope?.open && scope.attempt === 1
    ? new OvertakenError(refusal.message, { cause: refusal })
    : refusal;
}

/**
 * Calls `notify` after the running transaction has been committed, and never if it is rolled back. Without a
 * transaction, at once. It must not throw.
 */
export function afterCommit(notify: () => void): void {
  const scope = current.getStore();
  if (scope?.open) scope.afterCommit.push(notify);
  else notify();
}

/**
 * Throws inside a transaction. A query on the outer database would wait for the lock that its own transaction
 * holds, or read old data. Drivers call this for every connection outside a transaction.
 */
export function refuseInsideTransaction(): void {
  if (current.getStore()?.open) {
    throw new Error(
      'this is the database outside of the running transaction: use the ctx of the transaction',
    );
  }
}

/**
 * Stands between a transaction's handle and its connection. A statement that was not awaited is part of the
 * transaction or makes it fail; it never runs after the commit, where it would be a transaction of its own.
 */
export class TransactionGuard {
  #open = true;
  #running = 0;
  /** It ends after all others, because they run in order. */
  #last: Promise<unknown> | undefined;
  #problem: unknown;

  run<R>(statement: () => Promise<R>): Promise<R> {
    if (!this.#open) {
      this.#problem ??= new Error('a statement of the transaction was not awaited');
      return Promise.reject(
        new Error('the transaction has ended: this statement was not awaited, or uses its ctx too late'),
      );
    }
    if (this.#problem) {
      return Promise.reject(
        new FailedTransactionError(
          'an earlier statement of the transaction failed: it can only be rolled back',
          { cause: this.#problem },
        ),
      );
    }
    const running = statement();
    this.#running += 1;
    this.#last = running;
    // Registered first, so that it is done when the caller goes on.
    running.then(this.#end, this.#fail);
    return running;
  }

  readonly #end = () => {
    this.#running -= 1;
  };

  readonly #fail = (error: unknown) => {
    this.#running -= 1;
    this.#problem ??= error;
  };

  /** Called before the commit. */
  async seal(): Promise<void> {
    if (this.#running > 0) this.#problem ??= new Error('a statement of the transaction was not awaited');
    this.#open = false;
    // Statements already started are a few promise callbacks away from `run`, before the next tick.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (this.#problem) throw new Error('the transaction was rolled back', { cause: this.#problem });
  }

  /** Called before the rollback. */
  async abandon(): Promise<void> {
    this.#open = false;
    await this.#last?.catch(() => {});
  }
}
