import type { ProjectData } from '../../../core/context.ts';
import { deleteSignInsAt } from './store.ts';

/** Makes the codes and tokens of a deleted application useless. Part of the transaction that deletes it. */
export function forgetApplication(ctx: ProjectData, { appId }: { appId: string }): Promise<void> {
  return deleteSignInsAt(ctx.db, ctx.project.id, appId);
}
