import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { withPatience } from '../../../storage/patience.ts';
import { transaction } from '../../../storage/transaction.ts';
import { releaseClientIds } from '../../directory/applications/sso/find-client.ts';
import { deleteTenant } from '../../directory/tenants/delete-tenant.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import { deleteSomeEntries } from '../../directory/users/search/delete-entries.ts';
import { recordAudit } from '../../project/audit/record.ts';
import {
  beginDeletion,
  claimDeletion,
  finishDeletion,
  keepDeletion,
  listDeletions,
} from '../../project/projects/delete-project.ts';
import { readProjectRow } from '../../project/projects/import-project.ts';
import { loadAdministrationProject } from '../../project/projects/load-project.ts';
import { countRows, deleteBatch, growingTables } from './store.ts';

/** A statement may have to wait for other writers. */
const patienceMs = 120_000;

/** One sweep deletes for at most this long. */
const sweepMs = 10_000;

/** The kinds of rows by which an operator recognizes a project. */
const countedTables = [
  'users',
  'tenants',
  'managementKeys',
  'logos',
  'accessKeys',
  'sessions',
  'auditEvents',
] as const;

export interface ProjectSummary {
  id: string;
  name: string;
  /** An interrupted deletion or import has left the project hidden. */
  isHidden: boolean;
  counts: Record<(typeof countedTables)[number], number>;
}

type Operator = Pick<ProjectContext, 'actor' | 'request'>;

/** Describes what a deletion would delete, also for a project that an interrupted deletion or import has left. */
export async function summarizeProject(ctx: ServiceContext, id: string): Promise<ProjectSummary | undefined> {
  const row = await readProjectRow(ctx.db, id);
  if (!row) return undefined;
  const counts = {} as ProjectSummary['counts'];
  for (const table of countedTables) counts[table] = await countRows(ctx.db, id, table);
  return { id, name: row.name, isHidden: row.importStartedAt !== null, counts };
}

/**
 * Deletes a project with everything in it. The first transaction hides it from all requests, permanently, and records the event. Then rows
 * are deleted in small transactions, and the project at last. After a crash, the next call continues.
 */
export function deleteProject(ctx: ServiceContext, operator: Operator, id: string): Promise<void> {
  return withPatience(patienceMs, async () => {
    await hideProject(ctx, operator, id);
    do await keepDeletion(ctx, id);
    while (!(await deleteHiddenRows(ctx, id, performance.now() + sweepMs)));
    await finish(ctx, id);
  });
}

/** Begins the deletion: from now on no request finds the project. `continueDeletions` deletes its rows. */
export async function hideProject(
  ctx: ServiceContext,
  { actor, request }: Operator,
  id: string,
): Promise<void> {
  const administration = await loadAdministrationProject(ctx);
  const name = (await readProjectRow(ctx.db, id))?.name;
  await transaction(ctx, async (ctx) => {
    if (!(await beginDeletion(ctx, id)) || !administration) return;
    const inAdministration = { ...ctx, actor, request, project: administration };
    // The roles of administrators in this project: another project can get its ID.
    const isTenant = (await findTenants(inAdministration, [id])).length > 0;
    if (isTenant) await deleteTenant(inAdministration, id, { cascade: false });
    await recordAudit(inAdministration, { action: 'ProjectDeleted', data: { id, name } });
  });
  ctx.cache.forget(`project:${id}`);
  ctx.cache.forget('allowed-origins');
}

/**
 * Deletes rows of hidden projects for a few seconds, and the next sweep continues. One process works on a project at a time: of two, one
 * would find all rows of a batch locked, and would go on to delete the whole rest in one statement.
 */
export async function continueDeletions(ctx: ServiceContext): Promise<void> {
  const until = performance.now() + sweepMs;
  for (const id of await listDeletions(ctx)) {
    if (!(await claimDeletion(ctx, id))) continue;
    if (!(await deleteHiddenRows(ctx, id, until))) return;
    await finish(ctx, id);
  }
}

function finish(ctx: ServiceContext, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await finishDeletion(ctx, id);
    await releaseClientIds(ctx, id);
  });
}

/** Deletes the rows of a hidden project that may be many, in transactions so small that other writers do not wait for long.
 * Returns `false` if the time was over before. */
export async function deleteHiddenRows(
  ctx: Pick<ServiceContext, 'db'>,
  id: string,
  until = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (const table of growingTables) {
    while ((await deleteBatch(ctx.db, id, table)) > 0) if (performance.now() > until) return false;
  }
  const index = { db: ctx.db, project: { id } };
  while ((await deleteSomeEntries(index)) > 0) if (performance.now() > until) return false;
  return true;
}
