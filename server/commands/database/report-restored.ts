import { type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface Restored {
  database: string;
  /** The place of the previous database. */
  replaced: string | undefined;
  /** The migrations that the next start will run. */
  pending: string[];
}

export function reportRestored(
  terminal: Terminal,
  { database, replaced, pending }: Restored,
  { json }: OutputOptions,
): void {
  if (json) {
    printJson(terminal, { database, replaced: replaced ?? null, pending });
    return;
  }
  printLine(terminal, `Restored ${database}.`);
  if (replaced) printLine(terminal, `The previous database is kept as ${replaced}.`);
  if (pending.length > 0) printLine(terminal, `The next start will migrate it: ${pending.join(', ')}.`);
}
