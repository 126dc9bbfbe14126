import type { StatementsOfFile } from '../../test/statements-on-postgres.ts';
import { readChange } from './changed-files.ts';
import type { TestEvent } from './events.ts';

/** Finds the statements that only tests send which a usual run leaves to SQLite. */
export class StatementGuard {
  readonly #always = new Set<string>();
  readonly #inWholeRuns = new Map<string, string>();

  add(event: TestEvent): void {
    if (event.type !== 'fileEnded' || !event.statements) return;
    const { always, inWholeRuns }: StatementsOfFile = event.statements;
    for (const text of always) this.#always.add(text);
    for (const text of inWholeRuns) this.#inWholeRuns.set(text, event.file);
  }

  /** Returns a failure for each file that must run on PostgreSQL always. */
  failures(): string[] {
    const alone = [...this.#inWholeRuns].filter(([text]) => !this.#always.has(text));
    const texts = Map.groupBy(alone, ([, file]) => file);
    return [...texts].map(([file, [first]]) => {
      return `${file} is the only one that sends to PostgreSQL: ${first?.[0]}. Take it from test/one-engine.ts, or test the statement elsewhere`;
    });
  }
}

/** Reports whether a file that decides what PostgreSQL is asked differs from the main branch, or no one can tell. */
export function mayStatementsHaveChanged(): boolean {
  try {
    return readChange(undefined).files.some((file) => /^server\/storage\/|\/store[^/]*\.ts$/.test(file));
  } catch {
    // Sources without their history.
    return true;
  }
}
