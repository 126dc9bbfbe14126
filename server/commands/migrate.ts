import { existsSync } from 'node:fs';
import { type Config, readCommandConfig } from '../core/config.ts';
import { makeDataDir } from '../instance.ts';
import { databaseFile, openConfiguredDatabase } from '../storage/configured.ts';
import { type MigrationStatus, migrate, migrationStatus } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import { type OutputOptions, printJson, printLine, printTable } from './output.ts';

export async function migrateCommand(options: OutputOptions & { status?: boolean }): Promise<void> {
  const config = readCommandConfig();
  if (options.status) printStatus(await readStatus(config), options);
  else printApplied(await runMigrations(config), options);
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

/** Looking must not make a database. */
async function readStatus(config: Config): Promise<MigrationStatus> {
  if (!config.databaseUrl && !existsSync(databaseFile(config))) {
    return { applied: [], pending: Object.keys(migrations), unknown: [] };
  }
  const database = await openConfiguredDatabase(config);
  try {
    return await migrationStatus(database.db, migrations);
  } finally {
    await database.close();
  }
}

function printApplied(applied: string[], { json }: OutputOptions): void {
  if (json) printJson({ applied });
  else if (applied.length === 0) printLine('Nothing to do: the database is at the version of this build.');
  else for (const name of applied) printLine(`applied ${name}`);
}

function printStatus(status: MigrationStatus, { json }: OutputOptions): void {
  if (json) {
    printJson(status);
    return;
  }
  const rows = (names: string[], state: string) => names.map((name) => [name, state]);
  printTable(
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
