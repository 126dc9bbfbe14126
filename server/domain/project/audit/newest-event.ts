import type { ServiceContext } from '../../../core/context.ts';
import { findNewestEventTime } from './store.ts';

/** When the project's newest event happened; `undefined`: nothing has. */
export function newestEventTime(
  ctx: Pick<ServiceContext, 'db'>,
  projectId: string,
): Promise<number | undefined> {
  return findNewestEventTime(ctx.db, projectId);
}
