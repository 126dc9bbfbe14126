import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { newId } from '../../../core/ids.ts';
import { failureOf } from '../../../storage/failure.ts';
import { transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../../project/audit/changes.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { applicationDeleted, ssoAppDeleting } from './events.ts';
import { kinds, noApplication, readApplicationId, refOf } from './kinds.ts';
import { requireLocked } from './load.ts';
import {
  type ApplicationRow,
  deleteRow,
  insertRow,
  type Kind,
  type NewRow,
  type RowChange,
  updateRow,
} from './store.ts';

/** Returns the ID that is given, or a new one. */
export function idFor(ctx: TimedProjectData, kind: Kind, given: string | undefined): string {
  return given ? readApplicationId(kind, given) : newId('C', ctx.now());
}

/** Adds an application. Part of a transaction. `data`: more for the audit log. Throws E111801 if the ID, or another field that is unique, is in use. */
export async function addApplication<K extends Kind>(
  ctx: ProjectContext,
  kind: K,
  row: NewRow<K> & { id: string; name: string },
  data: object = {},
): Promise<void> {
  const { a, name, event, also } = kinds[kind as Kind];
  const [projectId, now] = [ctx.project.id, ctx.now()];
  if (!(await insertRow(ctx.db, kind, { ...row, projectId, createdAt: now, modifiedAt: now })))
    throw new ServiceError('E111801', `${a} ${name} with this ID${also} already exists`);
  await recordAudit(ctx, { action: `${event}Created`, data: { id: row.id, name: row.name, ...data } });
}

/** The columns that a change stores, and the two states that the audit log compares. */
interface Changed<K extends Kind> {
  set: RowChange<K> & { name: string };
  before: object;
  after: object;
}

/**
 * Changes an application while it is locked. Throws E111802 for an unknown ID, and E111801 for a name or address that another one
 * has.
 */
export async function changeApplication<K extends Kind>(
  ctx: ProjectContext,
  kind: K,
  id: string,
  change: (row: ApplicationRow<K>, ctx: ProjectContext) => Promise<Changed<K>> | Changed<K>,
): Promise<void> {
  const { name, event, unique } = kinds[kind as Kind];
  try {
    await transaction(ctx, async (ctx) => {
      const row = await requireLocked(ctx, kind, id);
      const { set, before, after } = await change(row, ctx);
      await updateRow(ctx.db, kind, { projectId: ctx.project.id, id }, { ...set, modifiedAt: ctx.now() });
      const changes = changesBetween(before, after, { withoutValues: ['certificate'] });
      await recordAudit(ctx, { action: `${event}Modified`, data: { id, name: set.name, changes } });
    });
  } catch (error) {
    if (failureOf(error) !== 'unique') throw error;
    throw new ServiceError(
      'E111801',
      `Another ${name} already has this ${unique}. Choose another ${unique}`,
      {
        cause: error,
      },
    );
  }
}

/** Deletes an application with its secrets, its consents, and what users' sign-ins left. Throws E111802 for an unknown ID. */
export async function deleteApplication(ctx: ProjectContext, kind: Kind, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await requireLocked(ctx, kind, id);
    if (kind === 'sso') await happen(ctx, ssoAppDeleting, { ssoAppId: id });
    const deleted = await deleteRow(ctx.db, kind, ctx.project.id, id);
    if (!deleted) throw noApplication(kind, id);
    if (kind !== 'mcpServer') await happen(ctx, applicationDeleted, { appId: refOf(kind, id) });
    await recordAudit(ctx, { action: `${kinds[kind].event}Deleted`, data: { id, name: deleted.name } });
  });
}
