import type { ProjectData } from '../../../core/context.ts';
import { type Passkey, toPasskey } from './passkey.ts';
import { findPasskeysOf } from './store.ts';

/** Lists a user's passkeys, oldest first. */
export async function listPasskeys(ctx: ProjectData, userId: string): Promise<Passkey[]> {
  return (await findPasskeysOf(ctx.db, ctx.project.id, userId)).map(toPasskey);
}
