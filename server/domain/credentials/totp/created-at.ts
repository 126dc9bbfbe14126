import type { ProjectData } from '../../../core/context.ts';
import { findCreatedAt } from './store.ts';

/** Returns when the user's authenticator was set up; `undefined` without one. */
export function totpCreatedAt(ctx: ProjectData, userId: string): Promise<number | undefined> {
  return findCreatedAt(ctx.db, ctx.project.id, userId);
}
