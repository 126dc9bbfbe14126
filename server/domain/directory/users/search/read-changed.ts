import type { ProjectContext } from '../../../../core/context.ts';
import { perInstance } from '../../../../core/per-instance.ts';
import { type Facts, readFacts, type Tail } from './facts.ts';
import type { Change } from './store-log.ts';

/** Facts that a search has read, and the changes of their user that it knew. */
interface Known {
  changes: string;
  facts: Facts | undefined;
}

/** The facts of one project, as long as no fold takes changes out of the log: SQLite numbers changes anew after that. */
interface Kept {
  begun: number;
  until: number;
  byNumber: Map<number, Known>;
}

/** A project is deleted and imported again in more time than this. */
const keptMs = 5_000;

/** Each has up to 1,000 users, of a few kilobytes. */
const keptProjects = 8;

const keptBy = perInstance(() => new Map<string, Kept>());

/**
 * Reads the facts of the users whom these changes name, `begun` being the number of folds at the time. Reads those again whose changes are
 * others than at the last search: among many changes, each search would otherwise read all of them.
 */
export async function readChanged(
  ctx: ProjectContext,
  changes: readonly Change[],
  begun: number | null | undefined,
): Promise<Tail> {
  const { db, project } = ctx;
  const known = keptFacts(ctx, begun);
  const tail = new Map<number, Facts | undefined>();
  const missing = new Map<number, string>();
  for (const [number, own] of Map.groupBy(changes, ({ number }) => number)) {
    const key = own.map(({ change }) => change).join();
    const found = known?.get(number);
    // Taken before the reading: another search that knows fewer changes may replace them meanwhile.
    if (found?.changes === key) tail.set(number, found.facts);
    else missing.set(number, key);
  }
  const read = await readFacts(db, project.id, [...missing.keys()]);
  for (const [number, changes] of missing) {
    const facts = read.get(number);
    tail.set(number, facts);
    known?.set(number, { changes, facts });
  }
  return tail;
}

/** Returns the facts that are kept of the project. Without a fold, or in a transaction, none are. */
function keptFacts(ctx: ProjectContext, begun: number | null | undefined): Map<number, Known> | undefined {
  if (typeof begun !== 'number' || ctx.db.isTransaction) return undefined;
  const kept = keptBy(ctx);
  const { id } = ctx.project;
  const now = performance.now();
  const found = kept.get(id);
  if (found && found.begun === begun && now < found.until) return found.byNumber;
  kept.delete(id);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= keptProjects) kept.delete(oldest);
  const byNumber = new Map<number, Known>();
  kept.set(id, { begun, until: now + keptMs, byNumber });
  return byNumber;
}
