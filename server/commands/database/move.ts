import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, readCommandConfig } from '../../core/config.ts';
import { createLog } from '../../core/log.ts';
import { openInstance } from '../../instance.ts';
import { databaseFile, openConfiguredDatabase } from '../../storage/configured.ts';
import type { ComparedTable } from '../../storage/copy/compare.ts';
import { type CopyProgress, copyDatabase } from '../../storage/copy/copy-database.ts';
import { listLocalTables } from '../../storage/distribution.ts';
import { isOpenElsewhere } from '../../storage/sqlite/backup.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { placeOfKey } from './backup.ts';
import { distributeFirst } from './report-restored.ts';

/** A line of progress after so many rows of a table. */
const rowsPerLine = 100_000;

/** Copies the instance to another database. The source stays as it is. */
export async function move(terminal: Terminal, { to, json }: OutputOptions & { to: string }): Promise<void> {
  // One connection on PostgreSQL, which the transaction of the copy has: any other one is a running instance.
  const config = { ...readCommandConfig(terminal.env), databasePoolSize: 1 };
  const place = targetOf(config, to);
  if (!config.databaseUrl && existsSync(databaseFile(config)) && isOpenElsewhere(databaseFile(config)))
    throw new CommandFailure(`${databaseFile(config)} is in use. Stop the server first`);
  const startedAt = performance.now();
  // Checks the version of the source, and that the secret key opens what it has sealed.
  const source = await openInstance(config, { log: createLog(config, terminal.log), mayCreate: false });
  let tables: ComparedTable[];
  let isLocal = false;
  try {
    const target = await openConfiguredDatabase(place);
    try {
      tables = await copyDatabase(source.database, target, json ? () => {} : printProgress(terminal));
      isLocal = target.isOnCitus && (await listLocalTables(target.db)).length > 0;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  if (json) {
    printJson(terminal, { tables, rows, seconds, secretKey: placeOfKey(config), isLocal });
    return;
  }
  if (isLocal) printLine(terminal, distributeFirst);
  const next = place.databaseUrl
    ? 'DATABASE_URL for the new database'
    : `LATCHKEY_DATA_DIR=${place.dataDir} and without DATABASE_URL`;
  printLine(
    terminal,
    `Moved ${rows} rows of ${tables.length} tables in ${seconds} s; both databases are equal.`,
  );
  printLine(terminal, `Start the server with ${next}, and with the same secret key (${placeOfKey(config)}).`);
}

function targetOf(config: Config, to: string): Config {
  if (/^postgres(ql)?:\/\//.test(to)) return { ...config, databaseUrl: to };
  const [, folder] = /^sqlite:(.+)$/.exec(to) ?? [];
  if (folder) return { ...config, databaseUrl: undefined, dataDir: resolve(folder) };
  // The text may contain a password.
  throw new CommandFailure(
    '--to must be postgres://… or sqlite:FOLDER, where FOLDER is the new data folder',
    2,
  );
}

function printProgress(terminal: Terminal): (progress: CopyProgress) => void {
  return ({ step, table, rows }) => {
    const isDue = step === 'compare' ? rows > 0 : rows % rowsPerLine === 0;
    if (isDue) terminal.stderr.write(`${step === 'copy' ? 'copying' : 'compared'} ${table}: ${rows} rows\n`);
  };
}
