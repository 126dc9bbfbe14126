import type { ProjectContext } from '../../../core/context.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { deletePasskeyRows } from './store.ts';
import { deleteUpdatesOf } from './store-ceremonies.ts';

/**
 * Deletes a user's passkeys, or the named one, and ceremonies that would add another. Part of the transaction that holds
 * the user. Deleting a passkey that does not exist succeeds. Returns the number of deleted passkeys.
 */
export async function deletePasskeys(
  ctx: ProjectContext,
  userId: string,
  credentialId?: string,
): Promise<number> {
  const projectId = ctx.project.id;
  const rows = await deletePasskeyRows(ctx.db, projectId, userId, credentialId);
  if (rows.length > 0) await logUsers(ctx, [userId]);
  for (const row of rows) {
    const data = { credentialId: row.credentialId, rpId: row.rpId };
    await recordAudit(ctx, { action: 'PasskeyRemoved', userId, method: 'webauthn', data });
  }
  await deleteUpdatesOf(ctx.db, projectId, userId);
  return rows.length;
}
