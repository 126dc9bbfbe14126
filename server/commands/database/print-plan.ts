import type { Lock } from '../../storage/locks.ts';
import type { PlannedMigration } from '../../storage/plan.ts';
import { type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export interface Plan {
  engine: 'sqlite' | 'postgres';
  migrations: PlannedMigration[];
}

const notes = {
  sqlite: 'All of it is one transaction. Reads continue, and every other write waits until it ends.',
  postgres:
    'All of it is one transaction, which keeps its locks until it ends. If a table is in use for two seconds, ' +
    'the transaction is rolled back and retried. Creating an index reads its whole table.',
};

export function printPlan(terminal: Terminal, plan: Plan, { json }: OutputOptions): void {
  if (json) printJson(terminal, { ...plan, note: notes[plan.engine] });
  else if (plan.migrations.length === 0)
    printLine(terminal, 'Nothing to do. The database is at this build’s version.');
  else {
    for (const migration of plan.migrations) printMigration(terminal, migration);
    printLine(terminal, notes[plan.engine]);
  }
}

function printMigration(terminal: Terminal, { name, statements, readsRows }: PlannedMigration): void {
  printLine(terminal, `-- ${name}`);
  for (const { sql, locks } of statements) {
    printLine(terminal, `${sql.trim().replace(/;$/, '')};`);
    for (const lock of locks) printLine(terminal, `--   ${describe(lock)}`);
  }
  if (statements.length === 0) printLine(terminal, '--   Nothing to do on this engine.');
  if (readsRows) printLine(terminal, '--   It reads rows. Statements that depend on them are not listed.');
  printLine(terminal);
}

function describe({ table, mode, waits }: Lock): string {
  if (waits === 'unknown') return 'unknown locks, see the statement';
  const effect = waits === 'nothing' ? 'nothing waits' : `${waits} wait`;
  return `${table}: ${mode.toLowerCase()} lock, ${effect}`;
}
