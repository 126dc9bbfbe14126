import { existsSync } from 'node:fs';
import { type Config, readCommandConfig } from '../../core/config.ts';
import { makeDataDir } from '../../instance.ts';
import { databaseFile, openConfiguredDatabase } from '../../storage/configured.ts';
import { type MigrationStatus, migrate, migrationStatus } from '../../storage/migrate.ts';
import { migrations } from '../../storage/migrations.ts';
import { type OutputOptions, printJson, printLine, printTable } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export async function migrateCommand(
  terminal: Terminal,
  options: OutputOptions & { status?: boolean },
): Promise<void> {
  const config = readCommandConfig(terminal.env);
  if (options.status) printStatus(terminal, await readStatus(config), options);
  else printApplied(terminal, await runMigrations(config), options);
}

async function runMigrations(config: Config): Promise<string[]> {
  await makeDataDir(config);
  const database = await openConfiguredDatabase(config);
  try {
    return await migrate(database.db, migrations);
  } finally {
    await database.close();
  }
}

/** Reading the status must not create a database. */
async function readStatus(config: Config): Promise<MigrationStatus> {
  if (!config.databaseUrl && !existsSync(databaseFile(config))) {
    return { applied: [], pending: Object.keys(migrations), unknown: [], blocking: [] };
  }
  const database = await openConfiguredDatabase(config);
  try {
    return await migrationStatus(database.db, migrations);
  } finally {
    await database.close();
  }
}

function printApplied(terminal: Terminal, applied: string[], { json }: OutputOptions): void {
  if (json) printJson(terminal, { applied });
  else if (applied.length === 0)
    printLine(terminal, 'Nothing to do: the database is at the version of this build.');
  else for (const name of applied) printLine(terminal, `applied ${name}`);
}

function printStatus(terminal: Terminal, status: MigrationStatus, { json }: OutputOptions): void {
  if (json) {
    printJson(terminal, status);
    return;
  }
  const rows = (names: string[], state: string) => names.map((name) => [name, state]);
  printTable(
    terminal,
    ['MIGRATION', 'STATE'],
    [
      ...rows(
        status.applied.filter((name) => !status.unknown.includes(name)),
        'applied',
      ),
      ...rows(status.pending, 'pending'),
      ...rows(status.unknown, 'of a newer version'),
    ],
  );
}
