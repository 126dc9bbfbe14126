import { type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface Restored {
  database: string;
  /** The place of the previous database. */
  replaced: string | undefined;
  /** The migrations that the next start will run. */
  pending: string[];
  /** On Citus, where the restored tables are on one node. */
  isLocal?: boolean;
}

export function reportRestored(
  terminal: Terminal,
  { database, replaced, pending, isLocal = false }: Restored,
  { json }: OutputOptions,
): void {
  if (json) {
    printJson(terminal, { database, replaced: replaced ?? null, pending, isLocal });
    return;
  }
  printLine(terminal, `Restored ${database}.`);
  if (replaced) printLine(terminal, `The previous database is kept as ${replaced}.`);
  if (pending.length > 0) printLine(terminal, `The next start will migrate it: ${pending.join(', ')}.`);
  if (isLocal) printLine(terminal, distributeFirst);
}

/** The next step on Citus after all tables were written anew. */
export const distributeFirst =
  'Its tables are on the coordinator of Citus only. Run `latchkey migrate`, then `latchkey database distribute`, before you start a server.';
