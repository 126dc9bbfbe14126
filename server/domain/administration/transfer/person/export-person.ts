import type { ProjectContext } from '../../../../core/context.ts';
import type { User } from '../../../directory/users/user.ts';
import { userToWire } from '../../../directory/users/wire.ts';
import { readEventsOf } from '../../../project/audit/events-of-users.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { personalTables } from './personal-tables.ts';
import { readRowsOf, type Selection } from './store.ts';

/** The tables whose rows name a user, with what an export shows of them. */
const exported: Selection[] = Object.entries(personalTables).flatMap(([table, facts]) => {
  if (typeof facts === 'string' || !facts.user || !facts.columns) return [];
  return [{ table, user: facts.user, columns: facts.columns }];
});

/**
 * Collects what the project stores about one user, without secrets and their hashes, to answer a request for access (GDPR
 * article 15). The audit log records the export.
 */
export async function exportPerson(ctx: ProjectContext, user: User) {
  const tables: Record<string, unknown[]> = {};
  for (const selection of exported) {
    const rows = await (selection.table === 'auditEvents'
      ? readEvents(ctx, user.id, selection)
      : readRowsOf(ctx.db, ctx.project.id, user.id, selection));
    if (rows.length > 0) tables[selection.table] = rows;
  }
  await recordAudit(ctx, { action: 'UserExported', userId: user.id, data: {} });
  return {
    format: 'latchkey-person/1',
    exportedAt: new Date(ctx.now()).toISOString(),
    projectId: ctx.project.id,
    user: userToWire(user),
    tables,
  };
}

/** The log has no index of users, and finds their events by its blocks. */
async function readEvents(ctx: ProjectContext, userId: string, { columns }: Selection) {
  const rows: Record<string, unknown>[] = [];
  for await (const events of readEventsOf(ctx, userId)) {
    for (const event of events) {
      const row: Record<string, unknown> = { ...event, data: JSON.stringify(event.data) };
      rows.push(Object.fromEntries(columns.map((column) => [column, row[column]])));
    }
  }
  return rows;
}
