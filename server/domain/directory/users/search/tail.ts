import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Members } from '../../../../core/number-set.ts';
import type { Tail } from './facts.ts';
import { type Conditions, findMembers } from './index.ts';
import { readChanged } from './read-changed.ts';
import { foldShared } from './shared-fold.ts';
import { type Folds, findFolds, readLogWithFolds } from './store-log.ts';

/** The largest number of changes that a search looks at one by one. */
const lookedAt = 1_000;

/** So long a search helps to fold a long log. The log of an import or an upgrade takes minutes. */
const patienceMs = 10_000;

/** So often a search begins again because the index has changed meanwhile. */
const attempts = 3;

/**
 * Finds the users who meet the conditions, by the index together with the changes that are not in it, and reads their page. If a fold has
 * written the index meanwhile, reads again: otherwise a search with two conditions could see a user by one of them before a change, and
 * by the other one after it. `readsIndex`: `readPage` reads the index, too.
 */
export async function withMembers<R>(
  ctx: ProjectContext,
  conditions: Conditions,
  readPage: (members: Members, tail: Tail) => Promise<R>,
  { readsIndex }: { readsIndex: boolean },
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const { tail, begun } = await readTail(ctx);
    const { members, folds, isAtOnce } = await findMembers(ctx, conditions, tail);
    const page = await readPage(members, tail);
    if (attempt === attempts) return page;
    // The users whom an unfinished fold writes are all in the tail, or the index can have a part of a later change.
    const isWhole = folds.unfinished === 0 || folds.folds === begun;
    if (isWhole && ((isAtOnce && !readsIndex) || (await hasStayed(ctx, folds)))) return page;
  }
}

async function hasStayed({ db, project }: ProjectContext, { folds }: Folds): Promise<boolean> {
  return (await findFolds(db, project.id)).folds === folds;
}

/**
 * Reads the log before the index: a change that is folded in between is in both, and says the same. `begun`: the number of folds before the
 * log was read. Folds a long log first, and throws E500002 if that takes too long.
 */
async function readTail(ctx: ProjectContext): Promise<{ tail: Tail; begun: number | null | undefined }> {
  const { db, project } = ctx;
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const changes = await readLogWithFolds(db, project.id, lookedAt + 1);
    if (changes.length <= lookedAt) {
      const begun = changes.at(-1)?.folds;
      return { tail: await readChanged(ctx, changes, begun), begun };
    }
    if (performance.now() > giveUpAt) throw stillIndexing();
    await foldShared(ctx, project.id);
  }
}

function stillIndexing(): ServiceError {
  const message = 'The search index is still taking in many new or changed users. Try again in half a minute';
  return new ServiceError('E500002', message, { retryAfterSeconds: 30 });
}
