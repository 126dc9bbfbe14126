import type { ProjectData } from '../../../core/context.ts';
import { noApplication, refOf } from './kinds.ts';
import { type ApplicationRow, findRow, findRowOfClient, type Kind, lockRow } from './store.ts';
import { isInboundClientId } from './third-party/inbound-app.ts';

/** Loads what is stored of an application. Throws E111802 for an unknown ID. */
export async function requireRow<K extends Kind>(
  ctx: ProjectData,
  kind: K,
  id: string,
): Promise<ApplicationRow<K>> {
  const row = await findRow(ctx.db, kind, ctx.project.id, id);
  if (!row) throw noApplication(kind, id);
  return row;
}

/** Locks the application until the transaction ends. Throws E111802 for an unknown ID. */
export async function requireLocked<K extends Kind>(
  ctx: ProjectData,
  kind: K,
  id: string,
): Promise<ApplicationRow<K>> {
  const row = await lockRow(ctx.db, kind, ctx.project.id, id);
  if (!row) throw noApplication(kind, id);
  return row;
}

/** Returns the application of a client ID, as the audit log names it. The form of the ID says of which kind it is. */
export async function findRefOfClient(ctx: ProjectData, clientId: string): Promise<string | undefined> {
  const kind = isInboundClientId(ctx.project.id, clientId) ? 'thirdParty' : 'sso';
  const row = await findRowOfClient(ctx.db, kind, ctx.project.id, clientId);
  return row && refOf(kind, row.id);
}
