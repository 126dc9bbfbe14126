import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { type AccessKey, noAccessKey } from './access-key.ts';
import { assignGrants } from './assign-grants.ts';
import { type KeyDetails, readKeyDetails, withReferences } from './create-key.ts';
import { loadAccessKey } from './load-key.ts';
import { deleteKeys, updateKey, updateLiveHash, updateStatus } from './store.ts';

/** What is absent stays. A key that is bound to a user cannot get roles or tenants of its own. */
export async function changeAccessKey(
  ctx: ProjectContext,
  id: string,
  changes: KeyDetails,
): Promise<AccessKey> {
  const fields = readKeyDetails(changes);
  return withReferences(ctx, async (ctx) => {
    if (!(await updateKey(ctx.db, ctx.project.id, id, fields))) throw noAccessKey([id]);
    const { boundUserId } = await loadAccessKey(ctx, id);
    if (!boundUserId) await assignGrants(ctx, id, changes);
    const changed = Object.keys(changes).filter((name) => changes[name as keyof KeyDetails] !== undefined);
    await recordAudit(ctx, { action: 'AccessKeyModified', data: { id, changed } });
    return loadAccessKey(ctx, id);
  });
}

/** All or none. A key that is not active is refused at once; session JWTs that it has got run out within minutes. */
export async function setAccessKeyStatus(
  ctx: ProjectContext,
  ids: string[],
  status: AccessKey['status'],
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    refuseUnknown(ids, await updateStatus(ctx.db, ctx.project.id, ids, status));
    for (const id of new Set(ids)) {
      await recordAudit(ctx, { action: 'AccessKeyModified', data: { id, status } });
    }
  });
}

/** All or none. */
export async function deleteAccessKeys(ctx: ProjectContext, ids: string[]): Promise<void> {
  await transaction(ctx, async (ctx) => {
    refuseUnknown(ids, await deleteKeys(ctx.db, ctx.project.id, ids));
    for (const id of new Set(ids)) await recordAudit(ctx, { action: 'AccessKeyDeleted', data: { id } });
  });
}

function refuseUnknown(ids: string[], found: string[]): void {
  const missing = ids.filter((id) => !found.includes(id));
  if (missing.length > 0) throw noAccessKey(missing);
}

/** Another secret for the same key, which is shown this once; the one before is refused at once. */
export async function rotateAccessKey(
  ctx: ProjectContext,
  id: string,
): Promise<{ key: AccessKey; cleartext: string }> {
  const cleartext = newSecret();
  const key = await transaction(ctx, async (ctx) => {
    const rotated = await updateLiveHash(ctx.db, ctx.project.id, id, {
      hash: hashSecret(cleartext),
      now: ctx.now(),
    });
    const key = await loadAccessKey(ctx, id);
    if (!rotated)
      throw new ServiceError('E011004', 'Only an active access key that has not expired can be rotated');
    await recordAudit(ctx, { action: 'AccessKeyModified', data: { id, rotated: true } });
    return key;
  });
  return { key, cleartext };
}
