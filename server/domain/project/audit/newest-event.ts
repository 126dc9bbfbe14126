import type { ServiceContext } from '../../../core/context.ts';
import { findNewestEventTime } from './store.ts';

/** Returns the time of the project's newest event, or `undefined` if there is none. */
export function newestEventTime(
  ctx: Pick<ServiceContext, 'db'>,
  projectId: string,
): Promise<number | undefined> {
  return findNewestEventTime(ctx.db, projectId);
}
