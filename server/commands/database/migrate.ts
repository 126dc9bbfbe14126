import { existsSync } from 'node:fs';
import { type Config, readCommandConfig } from '../../core/config.ts';
import { makeDataDir } from '../../instance.ts';
import { databaseFile, openConfiguredDatabase } from '../../storage/configured.ts';
import { type MigrationStatus, migrate, migrationStatus, refuseUnknown } from '../../storage/migrate.ts';
import { migrations } from '../../storage/migrations.ts';
import { readNeeds } from '../../storage/needs.ts';
import { type PlannedMigration, planMigrations } from '../../storage/plan.ts';
import { type WorkingReleases, workingReleases } from '../../storage/releases.ts';
import type { Db } from '../../storage/tables.ts';
import { CommandFailure, type OutputOptions, printJson, printLine, printTable } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { printPlan } from './print-plan.ts';

export async function migrateCommand(
  terminal: Terminal,
  options: OutputOptions & { status?: boolean; dryRun?: boolean },
): Promise<void> {
  const config = readCommandConfig(terminal.env);
  if (options.status && options.dryRun) throw new CommandFailure('Use --status or --dry-run, not both', 2);
  if (options.status) printStatus(terminal, await reading(config, readStatus), options);
  else if (options.dryRun) {
    const engine = config.databaseUrl ? 'postgres' : 'sqlite';
    printPlan(terminal, { engine, migrations: await reading(config, readPlan) }, options);
  } else printApplied(terminal, await runMigrations(config), options);
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

/** Opens the database for `read`, but does not create a missing one. */
async function reading<R>(config: Config, read: (db: Db | undefined) => Promise<R>): Promise<R> {
  if (!config.databaseUrl && !existsSync(databaseFile(config))) return read(undefined);
  const database = await openConfiguredDatabase(config);
  try {
    return await read(database.db);
  } finally {
    await database.close();
  }
}

function statusOf(db: Db | undefined): Promise<MigrationStatus> | MigrationStatus {
  if (db) return migrationStatus(db, migrations);
  return { applied: [], pending: Object.keys(migrations), unknown: [], blocking: [] };
}

async function readStatus(db: Db | undefined): Promise<MigrationStatus & { releases: WorkingReleases }> {
  const status = await statusOf(db);
  const stored = db ? await readNeeds(db) : new Map<string, string>();
  return { ...status, releases: workingReleases(status, migrations, stored) };
}

async function readPlan(db: Db | undefined): Promise<PlannedMigration[]> {
  const status = await statusOf(db);
  refuseUnknown(status);
  return planMigrations(db, migrations, status);
}

function printApplied(terminal: Terminal, applied: string[], { json }: OutputOptions): void {
  if (json) printJson(terminal, { applied });
  else if (applied.length === 0)
    printLine(terminal, 'Nothing to do. The database is at this build’s version.');
  else for (const name of applied) printLine(terminal, `applied ${name}`);
}

function printStatus(
  terminal: Terminal,
  status: MigrationStatus & { releases: WorkingReleases },
  { json }: OutputOptions,
): void {
  if (json) {
    printJson(terminal, status);
    return;
  }
  const { applied, pending, unknown, blocking, releases } = status;
  const stateOf = (name: string) => {
    if (blocking.includes(name)) return 'from a newer version that this build cannot work with';
    if (unknown.includes(name)) return 'from a newer version';
    return pending.includes(name) ? 'pending' : 'applied';
  };
  printTable(
    terminal,
    ['MIGRATION', 'STATE'],
    [...applied, ...pending].map((name) => [name, stateOf(name)]),
  );
  printLine(terminal);
  const list = (names: string[]) => names.join(', ') || 'none known to this build';
  printLine(terminal, `Releases that work with this database: ${list(releases.now)}.`);
  if (pending.length > 0)
    printLine(terminal, `Releases that work with it after the migration: ${list(releases.afterMigration)}.`);
}
