import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../../../core/errors.ts';
import { type Facts, readFacts } from './facts.ts';
import { foldOnce } from './fold.ts';
import type { Indexed } from './indexed.ts';
import { findFolds, readLog } from './store-log.ts';

/** The largest number of changes that a search looks at one by one. */
const lookedAt = 1_000;

/** So long a search helps to fold a long log. The log of an import or an upgrade takes minutes. */
const patienceMs = 10_000;

/** So often a search begins again because the index has changed meanwhile. */
const attempts = 3;

/** The facts of the users whose changes are not in the index, by number, and none for those who are deleted. */
export type Tail = ReadonlyMap<number, Facts | undefined>;

/**
 * Reads the index together with the changes that are not in it. If a fold has written the index meanwhile, reads again: otherwise a search
 * with two conditions could see a user by one of them before a change, and by the other one after it.
 */
export async function withTail<R>(ctx: Indexed, read: (tail: Tail) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const { tail, folds } = await readTail(ctx);
    const found = await read(tail);
    if (attempt === attempts || (await findFolds(ctx.db, ctx.project.id)).folds === folds) return found;
  }
}

/**
 * Reads the log before the index: a change that is folded in between is in both, and says the same. Folds a long log first, and throws E500002
 * if that takes too long.
 */
async function readTail(ctx: Indexed): Promise<{ tail: Tail; folds: number }> {
  const { db, project } = ctx;
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const { folds } = await findFolds(db, project.id);
    const changes = await readLog(db, project.id, lookedAt + 1);
    if (changes.length <= lookedAt) {
      const numbers = [...new Set(changes.map(({ number }) => number))];
      const facts = await readFacts(db, project.id, numbers);
      return { folds, tail: new Map(numbers.map((number) => [number, facts.get(number)])) };
    }
    if (performance.now() > giveUpAt) throw stillIndexing();
    if ((await helpToFold(ctx)) === 'overtaken') await sleep(20 + 80 * Math.random());
  }
}

/** The folds that searches of this process wait for, by project. */
const helping = new Map<string, ReturnType<typeof foldOnce>>();

/** Folds, or waits for a search that does. */
function helpToFold(ctx: Indexed): ReturnType<typeof foldOnce> {
  const { id } = ctx.project;
  const running = helping.get(id) ?? foldOnce(ctx).finally(() => helping.delete(id));
  helping.set(id, running);
  return running;
}

function stillIndexing(): ServiceError {
  const message = 'The search index is still taking in many new or changed users. Try again in half a minute';
  return new ServiceError('E500002', message, { retryAfterSeconds: 30 });
}
