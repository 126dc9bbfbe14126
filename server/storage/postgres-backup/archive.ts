import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresToolError, runTool, streamTool } from './tools.ts';

/** Throws unless `pg_restore` can read the file to its end. */
export async function checkArchive(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    for await (const _ of streamTool('pg_restore', ['--file=-', file], { env })) {
      // Only reads.
    }
  } catch (error) {
    if (!(error instanceof PostgresToolError)) throw error;
    throw new PostgresToolError(`${file} is damaged or not a backup: ${error.message}`);
  }
}

/** Reads the rows of a small table from a backup, without a database. Empty if the backup does not have it. */
export async function readArchivedTable(
  file: string,
  table: string,
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string | null>[]> {
  const args = ['--data-only', `--table=${table}`, '--file=-', file];
  const lines = (await runTool('pg_restore', args, { env })).split('\n');
  const rows: Record<string, string | null>[] = [];
  let columns: string[] | undefined;
  for (const line of lines) {
    const [, names] = /^COPY [^(]* \((.*)\) FROM stdin;$/.exec(line) ?? [];
    if (names) columns = names.split(', ').map((name) => name.replaceAll('"', ''));
    else if (line === '\\.') columns = undefined;
    else if (columns) {
      const values = line.split('\t').map(unescapeCopied);
      rows.push(Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])));
    }
  }
  return rows;
}

/** Reads a value in the text format of COPY. */
function unescapeCopied(value: string): string | null {
  if (value === '\\N') return null;
  const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
  return value.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter);
}

/**
 * Leaves out that a backup of a database on Citus creates this extension: the database into which it is restored has it if it is to have several
 * nodes, and a single PostgreSQL may not even know it. Returns the list of the other entries, or `undefined` if there is nothing to leave out.
 */
async function listWithoutCitus(file: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const list = await runTool('pg_restore', ['--list', file], { env });
  const lines = list.split('\n');
  const others = lines.filter((line) => !line.includes(' EXTENSION - citus'));
  return others.length === lines.length ? undefined : others.join('\n');
}

/**
 * Restores a backup in one transaction, after `before`: statements of SQL. `pg_restore --clean` would instead leave the tables
 * that only a newer version has.
 */
export async function restoreArchive(
  connection: { url: string; env: NodeJS.ProcessEnv },
  file: string,
  before: readonly string[],
): Promise<void> {
  const { env } = connection;
  const list = await listWithoutCitus(file, env);
  if (list === undefined) return restoreEntries(connection, [file], before);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-restore-'));
  const listFile = join(folder, 'entries');
  writeFileSync(listFile, list);
  await restoreEntries(connection, [`--use-list=${listFile}`, file], before).finally(() =>
    rmSync(folder, { recursive: true }),
  );
}

async function restoreEntries(
  { url, env }: { url: string; env: NodeJS.ProcessEnv },
  entries: readonly string[],
  before: readonly string[],
): Promise<void> {
  const restore = ['--no-owner', '--no-privileges', '--no-comments', '--file=-', ...entries];
  // Without the last line, `psql` leaves the database as it was. Its own `--single-transaction` would commit what came
  // from a `pg_restore` that failed.
  async function* script() {
    yield 'begin;\n';
    for (const statement of before) yield `${statement};\n`;
    yield* streamTool('pg_restore', restore, { env });
    yield 'commit;\n';
  }
  const args = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null'];
  await runTool('psql', [...args, `--dbname=${url}`], { env, input: script() });
}
