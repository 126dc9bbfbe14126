import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { settleMailboxes } from '../../../storage/mailboxes.ts';
import { withPatience } from '../../../storage/patience.ts';
import type { SealedColumn } from '../../../storage/sealed-columns.ts';
import type { Tables } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { settleTypedNames } from '../../../storage/typed-names.ts';
import { claimClientIds } from '../../directory/applications/sso/find-client.ts';
import { addBuiltInPermissions } from '../../directory/permissions/built-in.ts';
import { fold } from '../../directory/users/search/fold.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { isBeingDeleted } from '../../project/projects/delete-project.ts';
import {
  beginImport,
  deleteUnfinished,
  finishImport,
  readProjectRow,
} from '../../project/projects/import-project.ts';
import { toProject } from '../../project/projects/project.ts';
import { deleteHiddenRows } from '../instance/delete-project.ts';
import { refusal } from './file.ts';
import { type Header, readHeader } from './header.ts';
import { type Batch, readBatches } from './read-batches.ts';
import { sealSecrets } from './secrets.ts';
import { type AnyRow, insertTableRows, listColumns, listImportedUsers } from './store.ts';
import type { TransferredTable } from './transferred-table.ts';

/** A statement of the import may touch many rows, and waits for other writers. */
const patienceMs = 120_000;

export interface ImportInput {
  /** The lines of the file. */
  lines: AsyncIterable<string>;
  /** All migrations of this release. */
  schemas: readonly string[];
  tables: readonly TransferredTable[];
  sealedColumns: readonly SealedColumn[];
  /** Reads and checks the whole file, and writes nothing. */
  dryRun: boolean;
  /** Removes what an interrupted import of the same project has left. */
  restart: boolean;
  actor: ProjectContext['actor'];
  request: ProjectContext['request'];
}

/**
 * Reads a project file into this instance. The project must not exist, and is visible only when it is complete. If the file or a record is
 * refused, everything is removed again.
 */
export function importProject(
  ctx: ServiceContext,
  input: ImportInput,
): Promise<Header & { notes: string[] }> {
  return withPatience(patienceMs, async () => {
    const lines = input.lines[Symbol.asyncIterator]();
    try {
      const kinds = new Set(input.tables.map(({ table }) => table as string));
      const { value: first } = await lines.next();
      const header = readHeader(first, input.schemas, kinds);
      await requireFreeId(ctx, header.project.id, input);
      const batches = readBatches(lines, header, await listColumns(ctx.db));
      if (!input.dryRun) return { ...header, notes: await writeProject(ctx, header, batches, input) };
      for await (const _ of batches);
      return { ...header, notes: [] };
    } finally {
      await lines.return?.();
    }
  });
}

async function requireFreeId(
  ctx: ServiceContext,
  id: string,
  { restart, dryRun }: ImportInput,
): Promise<void> {
  const existing = await readProjectRow(ctx.db, id);
  if (!existing) return;
  if (existing.importStartedAt === null) {
    throw refusal(`The project ${id} already exists in this instance. A project can be imported only once`);
  }
  if (isBeingDeleted(existing)) {
    throw refusal(
      `The project ${id} is being deleted in this instance. Finish the deletion with \`latchkey project delete ${id}\``,
    );
  }
  const started = new Date(existing.importStartedAt).toISOString();
  if (!restart) {
    throw refusal(
      `An import of the project ${id} began at ${started} and has not finished. ` +
        'If no import is running, add --restart to remove what it wrote and start over',
    );
  }
  if (!dryRun) await removeUnfinished(ctx, id, existing.importStartedAt);
}

async function writeProject(
  ctx: ServiceContext,
  header: Header,
  batches: AsyncIterable<Batch>,
  input: ImportInput,
): Promise<string[]> {
  const { id, name, tags, settings, createdAt } = header.project;
  const row = { id, name, tags, settings, createdAt };
  const project = toProject(row);
  const importStartedAt = ctx.now();
  if (!(await beginImport(ctx, row, importStartedAt))) {
    throw refusal(`Another import of the project ${id} began at the same time`);
  }
  try {
    for await (const batch of batches) await writeBatch(ctx, id, batch, input.sealedColumns);
    const { actor, request } = input;
    const projectCtx = { ...ctx, project, actor, request };
    // A file of an earlier release can have several forms of one mailbox, and lack built-in rights.
    await transaction(projectCtx, async (ctx) => {
      // The index has none of these users yet.
      await settleMailboxes(ctx.db, id, async () => {});
      await settleTypedNames(ctx.db, id, async () => {});
      await addBuiltInPermissions(ctx, id);
    });
    await indexUsers(projectCtx);
    const foreign = await finish(projectCtx, project, importStartedAt);
    ctx.cache.forget(`project:${id}`);
    return foreign.map(noteOf);
  } catch (error) {
    await removeUnfinished(ctx, id, importStartedAt);
    throw error;
  }
}

function noteOf({ id, clientId }: { id: string; clientId: string }): string {
  return `The client ID ${clientId} of the application ${id} belongs to another project of this instance. Create the application again, and update its client ID`;
}

async function writeBatch(
  ctx: ServiceContext,
  projectId: string,
  { kind, rows }: Batch,
  sealedColumns: readonly SealedColumn[],
): Promise<void> {
  const sealed = sealedColumns.filter(({ table }) => table === kind);
  const present = kind === 'tenants' ? rows.map((row) => completeTenant(row, ctx.now())) : rows;
  const complete = present.map((row) => sealSecrets(ctx.sealer, sealed, { ...row, projectId }));
  await transaction(ctx, (ctx) => insertTableRows(ctx.db, kind as keyof Tables, complete));
}

/** Adds to a tenant of an earlier release the columns that migrations 0090 and 0094 derive from others. */
function completeTenant(row: AnyRow, now: number): AnyRow {
  const { disabled } = JSON.parse(String(row['settings'])) as { disabled?: boolean };
  return {
    ...row,
    enforceSsoSince: row['enforceSsoSince'] ?? (row['enforceSso'] === 1 ? now : 0),
    disabled: disabled ? 1 : 0,
  };
}

/** Brings all users into the search index. */
async function indexUsers(ctx: ProjectContext): Promise<void> {
  for (let last = 0; ; ) {
    const page = await listImportedUsers(ctx.db, ctx.project.id, last);
    if (page.length === 0) return;
    const ids = page.map(({ userId }) => userId);
    await transaction(ctx, (ctx) => logUsers(ctx, ids));
    await fold(ctx);
    last = page.at(-1)?.number as number;
  }
}

/** Makes the project visible. Returns the applications whose client ID belongs to another project. */
function finish(ctx: ProjectContext, project: Project, importStartedAt: number) {
  return transaction(ctx, async (ctx) => {
    if (!(await finishImport(ctx, project.id, importStartedAt))) {
      throw refusal(
        `Another import of the project ${project.id} was started with --restart, and removed this one`,
      );
    }
    await recordAudit(ctx, { action: 'ProjectImported', data: { name: project.name } });
    return claimClientIds(ctx);
  });
}

async function removeUnfinished(ctx: ServiceContext, id: string, importStartedAt: number): Promise<void> {
  const current = await readProjectRow(ctx.db, id);
  if (current?.importStartedAt !== importStartedAt) return;
  await deleteHiddenRows(ctx, id);
  await deleteUnfinished(ctx, id, importStartedAt);
}
