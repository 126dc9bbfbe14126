import type { ProjectData } from '../../../core/context.ts';
import { type AccessKey, noAccessKey } from './access-key.ts';
import { findKey } from './store.ts';

/** Loads a key. Throws E111501 for an unknown ID. */
export async function loadAccessKey(ctx: ProjectData, id: string): Promise<AccessKey> {
  const key = await findKey(ctx.db, ctx.project.id, id);
  if (!key) throw noAccessKey([id]);
  return key;
}
