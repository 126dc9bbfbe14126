import type { ServiceContext } from '../../../core/context.ts';
import type { Db, Row } from '../../../storage/tables.ts';
import {
  deleteUnfinishedProject,
  findAnyProject,
  insertHiddenProject,
  showProject,
} from './store-imports.ts';

export type ProjectRow = Row<'projects'>;
type Ctx = Pick<ServiceContext, 'db'>;

/** Reads the row of a project, also of one whose import has not finished. */
export function readProjectRow(db: Db, id: string): Promise<ProjectRow | undefined> {
  return findAnyProject(db, id);
}

/** Creates a project that no request finds yet. Returns `false` if the ID is in use. */
export function beginImport(
  ctx: Ctx,
  project: Omit<ProjectRow, 'importStartedAt'>,
  importStartedAt: number,
): Promise<boolean> {
  return insertHiddenProject(ctx.db, { ...project, importStartedAt });
}

/** Makes the project visible. Returns `false` if another import has removed it since. */
export function finishImport(ctx: Ctx, id: string, importStartedAt: number): Promise<boolean> {
  return showProject(ctx.db, id, importStartedAt);
}

/** Deletes a project whose import has not finished, and with it all its rows. */
export function deleteUnfinished(ctx: Ctx, id: string, importStartedAt: number): Promise<void> {
  return deleteUnfinishedProject(ctx.db, id, importStartedAt);
}
