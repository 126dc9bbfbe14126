import { sql } from 'kysely';
import { isDistributed } from '../distribution.ts';
import { type Database, dialectOf } from '../engine.ts';
import { runTransaction } from '../executor.ts';
import { migrate, migrationStatus, unfinishedMove } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import { countOtherConnections } from '../other-processes.ts';
import { withPatience } from '../patience.ts';
import { acrossProjects } from '../scope.ts';
import type { Db } from '../tables.ts';
import { type ComparedTable, compareTable } from './compare.ts';
import { CopyError } from './copy-error.ts';
import { loadTable, waitForOtherDatabase } from './load-table.ts';
import { rebuildDerived } from './rebuild.ts';
import { hasRows } from './rows.ts';
import { type CopiedTable, listCopiedTables } from './tables.ts';

/** For a statement: an index of a large table takes minutes. */
const limitMilliseconds = 60 * 60 * 1_000;

export interface CopyProgress {
  step: 'copy' | 'compare';
  table: string;
  rows: number;
}

/**
 * Copies everything into an empty database, or finishes a copy that ended early, and compares all tables. Until then no
 * server accepts the target. Keeps others from writing to the source meanwhile. The source is at the version of this
 * build, and has one connection only.
 */
export function copyDatabase(
  source: Database,
  target: Database,
  report: (progress: CopyProgress) => void,
): Promise<ComparedTable[]> {
  return withPatience(limitMilliseconds, () =>
    runTransaction(source.db, async (transaction) => {
      const from = acrossProjects(transaction);
      await waitForOtherDatabase(from);
      const to = acrossProjects(target.db);
      await checkSource(from);
      if (target.isOnCitus) await refuseDistributed(to);
      await prepareTarget(to);
      const tables = await listCopiedTables(from, to);
      await keepOthersOut(from, tables);
      await begin(from, to, tables);
      return withoutForeignKeys(to, async () => {
        for (const table of tables) {
          await loadTable(from, to, table, (rows) => report({ step: 'copy', table: table.name, rows }));
        }
        await rebuildDerived(to);
        const compared: ComparedTable[] = [];
        for (const table of tables) {
          compared.push(await compareTable(from, to, table));
          report({ step: 'compare', table: table.name, rows: compared.at(-1)!.rows });
        }
        await sql`delete from kysely_migration where name = ${unfinishedMove}`.execute(to);
        return compared;
      });
    }),
  );
}

/** Migrates the target unless it has data, which may be of an instance in service. */
async function prepareTarget(target: Db): Promise<void> {
  const { applied, unknown, pending } = await migrationStatus(target, migrations);
  const isResumed = unknown.includes(unfinishedMove);
  const newer = unknown.filter((name) => name !== unfinishedMove);
  if (isResumed && (newer.length > 0 || pending.length > 0))
    throw new CopyError('Another version of Latchkey began this move. Finish it with that version');
  if (newer.length > 0) throw newerVersion('target');
  if (isResumed) return;
  if (applied.length > 0) await refuseRows(target, 'projects');
  await migrate(target, migrations);
}

/** Loading a table takes its triggers and keys away meanwhile, which Citus does not allow. */
async function refuseDistributed(target: Db): Promise<void> {
  if (!(await isDistributed(target))) return;
  throw new CopyError(
    'The target’s tables are distributed already. Name an empty database on Citus, and run `latchkey database distribute` after the move',
  );
}

async function checkSource(source: Db): Promise<void> {
  const { unknown } = await migrationStatus(source, migrations);
  if (unknown.length > 0) throw newerVersion('source');
}

/** This version can serve beside a newer one, but its copy would lack what only the newer one knows. */
function newerVersion(which: string): CopyError {
  return new CopyError(`A newer version of Latchkey has migrated the ${which}. Move with that version`);
}

async function refuseRows(target: Db, name: CopiedTable['name']): Promise<void> {
  if (!(await hasRows(target, { name }))) return;
  throw new CopyError(
    `The target is not empty: ${name} has rows. Name an empty database or a new data folder`,
  );
}

/**
 * The transaction on SQLite holds its only write lock. On PostgreSQL an instance could wait for the end of the move, and
 * then write what only the source has: so no instance may be there, and a lock on all tables stops other writers.
 */
async function keepOthersOut(source: Db, tables: readonly CopiedTable[]): Promise<void> {
  if (dialectOf(source) === 'sqlite') return;
  const count = await countOtherConnections(source);
  if (count > 0) {
    throw new CopyError(
      `The source has ${count} connections of other Latchkey processes. Stop all instances first; a pooler keeps ` +
        'connections for a while, so let DATABASE_URL name PostgreSQL itself',
    );
  }
  await sql`set local lock_timeout = '10s'`.execute(source);
  const locked = sql.join(tables.map(({ name }) => sql.table(name)));
  try {
    await sql`lock table ${locked} in share mode`.execute(source);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55P03') throw error; // lock_not_available
    throw new CopyError('Another program writes to the source. Stop it first');
  }
}

/** Marks the target as unfinished, or checks that it is the unfinished copy of this source. */
async function begin(source: Db, target: Db, tables: readonly CopiedTable[]): Promise<void> {
  const { rows: projects } = await sql<{ id: string }>`
    select id from projects order by "createdAt", id limit 1`.execute(source);
  const firstProject = projects[0]?.id;
  if (firstProject === undefined) throw new CopyError('The source has no projects: there is nothing to move');
  const { rows: marks } = await sql<{ timestamp: string }>`
    select timestamp from kysely_migration where name = ${unfinishedMove}`.execute(target);
  if (marks[0] && marks[0].timestamp !== firstProject) {
    throw new CopyError(
      'The target has the unfinished move of another instance. Empty it, or name another one',
    );
  }
  if (marks[0]) return;
  for (const { name } of tables) await refuseRows(target, name);
  // In the journal of the migrations, so that earlier versions refuse the target, too.
  await sql`insert into kysely_migration (name, timestamp) values (${unfinishedMove}, ${firstProject})`.execute(
    target,
  );
}

/** SQLite would otherwise refuse a row that refers to a later row of its own table. The setting ignores transactions. */
async function withoutForeignKeys<R>(target: Db, work: () => Promise<R>): Promise<R> {
  if (dialectOf(target) === 'postgres') return work();
  await sql`pragma foreign_keys = off`.execute(target);
  const result = await work();
  await sql`pragma foreign_keys = on`.execute(target);
  return result;
}
