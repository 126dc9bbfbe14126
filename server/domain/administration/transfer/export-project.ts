import type { ServiceContext } from '../../../core/context.ts';
import type { Database } from '../../../storage/engine.ts';
import type { SealedColumn } from '../../../storage/sealed-columns.ts';
import type { Db } from '../../../storage/tables.ts';
import { readProjectRow } from '../../project/projects/import-project.ts';
import { refusal, writeEncrypted } from './file.ts';
import type { Header } from './header.ts';
import { openSecrets } from './secrets.ts';
import { countRows, readTable } from './store.ts';
import type { TransferredTable } from './transferred-table.ts';

export interface ExportInput {
  projectId: string;
  file: string;
  passphrase: string;
  /** The binary logarithm of scrypt's cost. The default is age's own, 18, which takes about a second. */
  scryptWorkFactor?: number | undefined;
  withAudit: boolean;
  release: string;
  /** The newest migration. */
  schema: string;
  tables: readonly TransferredTable[];
  sealedColumns: readonly SealedColumn[];
}

/** Writes a project into an encrypted file, from one consistent state of the database. Returns the number of records by kind. */
export async function exportProject(
  ctx: Pick<ServiceContext, 'sealer' | 'now'> & { database: Database },
  input: ExportInput,
): Promise<Header['counts']> {
  return ctx.database.snapshot(async (db) => {
    const tables = input.tables.filter(({ isOfAudit }) => input.withAudit || !isOfAudit);
    const header = await describeProject(db, tables, input, ctx.now());
    await writeEncrypted(input, linesOf(ctx, db, header, tables, input.sealedColumns));
    return header.counts;
  });
}

async function describeProject(
  db: Db,
  tables: readonly TransferredTable[],
  { projectId, withAudit, release, schema }: ExportInput,
  exportedAt: number,
): Promise<Header> {
  const row = await readProjectRow(db, projectId);
  if (!row || row.importStartedAt !== null) {
    throw refusal(`No project has the ID ${projectId}. \`latchkey project list\` lists all projects`);
  }
  const { importStartedAt: _, ...project } = row;
  const counts: Header['counts'] = {};
  for (const table of tables) {
    const count = await countRows(db, projectId, table);
    if (count > 0) counts[table.table] = count;
  }
  return {
    format: 'latchkey-project',
    version: 1,
    release,
    schema,
    exportedAt,
    audit: withAudit,
    project,
    counts,
  };
}

async function* linesOf(
  { sealer }: Pick<ServiceContext, 'sealer'>,
  db: Db,
  header: Header,
  tables: readonly TransferredTable[],
  sealedColumns: readonly SealedColumn[],
): AsyncGenerator<string> {
  yield JSON.stringify(header);
  for (const source of tables) {
    const sealed = sealedColumns.filter(({ table }) => table === source.table);
    for await (const rows of readTable(db, header.project.id, source)) {
      for (const row of rows) {
        const { projectId: _, ...fields } = openSecrets(sealer, sealed, row);
        for (const column of source.computed ?? []) delete fields[column];
        yield JSON.stringify({ kind: source.table, row: fields });
      }
    }
  }
}
