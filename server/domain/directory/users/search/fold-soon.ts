import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { perInstance } from '../../../../core/per-instance.ts';
import { mergeTexts } from './merge-texts.ts';
import { foldShared } from './shared-fold.ts';
import { listUnfolded, readLog } from './store-log.ts';

/** The number of changes after which the log is folded. Each search looks at the users in the log one by one. */
const foldedAfter = 100;

/** The changes that this instance has seen since it last folded a project, and the projects that it folds. */
const folding = perInstance(() => ({ changes: new Map<string, number>(), running: new Set<string>() }));

/**
 * Call it after changes of users have been committed. After some hundred of them it brings the search index up to date, in the background.
 * Nothing depends on it: a search reads the log, too.
 */
export function foldSoon(ctx: ProjectContext, count: number): void {
  const { changes, running } = folding(ctx);
  const { id } = ctx.project;
  const seen = (changes.get(id) ?? 0) + count;
  changes.set(id, seen);
  if (seen < foldedAfter || ctx.db.isTransaction || running.has(id)) return;
  changes.delete(id);
  running.add(id);
  void foldLongLog(ctx)
    .finally(() => running.delete(id))
    .then(() => mergeTexts(ctx))
    .catch((error) => ctx.log.warn({ err: error }, 'folding changes into the search index failed'));
}

/** Leaves the rest for later: a few changes cost almost as much as some hundred. Of several instances, one goes on. */
async function foldLongLog(ctx: ProjectContext): Promise<void> {
  while (
    !ctx.stopping.aborted &&
    (await readLog(ctx.db, ctx.project.id, foldedAfter)).length === foldedAfter
  ) {
    if ((await foldShared(ctx, ctx.project.id)) === 'overtaken') return;
  }
}

/**
 * Folds what is left in all projects. Another instance may be doing the same. If a fold fails, goes on with the other projects, whose log would
 * grow without end, and throws the first error afterwards.
 */
export async function foldAll(service: ServiceContext): Promise<void> {
  const errors: unknown[] = [];
  for (const id of await listUnfolded(service.db)) {
    try {
      while (!service.stopping.aborted && (await foldShared(service, id)) !== 'done');
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
