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
  const byNumber = Map.groupBy(changes, ({ number }) => number);
  const keys = new Map(
    [...byNumber].map(([number, own]) => [number, own.map(({ change }) => change).join()]),
  );
  const known = keptFacts(ctx, begun);
  const isKnown = (number: number) => known?.get(number)?.changes === keys.get(number);
  const numbers = [...keys.keys()].filter((number) => !isKnown(number));
  const read = await readFacts(db, project.id, numbers);
  const fresh = new Set(numbers);
  return new Map(
    [...keys].map(([number, own]) => {
      if (!fresh.has(number)) return [number, known?.get(number)?.facts];
      const facts = read.get(number);
      known?.set(number, { changes: own, facts });
      return [number, facts];
    }),
  );
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
