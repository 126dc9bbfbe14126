import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../../project/audit/changes.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { type AccessKey, noAccessKey } from './access-key.ts';
import { assignGrants } from './assign-grants.ts';
import { type KeyDetails, readKeyDetails, withReferences } from './create-key.ts';
import { loadAccessKey } from './load-key.ts';
import { deleteKeys, updateKey, updateLiveHash, updateStatus } from './store.ts';

/** Changes a key; absent fields stay as they are. A key bound to a user cannot get roles or tenants of its own. */
export async function changeAccessKey(
  ctx: ProjectContext,
  id: string,
  changes: KeyDetails,
): Promise<AccessKey> {
  const fields = readKeyDetails(changes);
  return withReferences(ctx, async (ctx) => {
    const before = await loadAccessKey(ctx, id);
    if (!(await updateKey(ctx.db, ctx.project.id, id, fields))) throw noAccessKey([id]);
    if (!before.boundUserId) await assignGrants(ctx, id, changes);
    const changed = Object.keys(changes).filter((name) => changes[name as keyof KeyDetails] !== undefined);
    const after = await loadAccessKey(ctx, id);
    const withoutValues = ['customClaims', 'customAttributes'];
    const data = { id, changed, changes: changesBetween(before, after, { withoutValues }) };
    await recordAudit(ctx, { action: 'AccessKeyModified', data });
    return after;
  });
}

/**
 * Changes the status of keys, all or none. An inactive key is refused at once; its session JWTs expire within
 * minutes.
 */
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

/** Deletes keys, all or none. */
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

/** Replaces the secret of a key and returns the new one, which is shown only once. The old one is refused at once. */
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
      throw new ServiceError(
        'E011004',
        'The access key is inactive or has expired. Activate it or create a new one',
      );
    await recordAudit(ctx, { action: 'AccessKeyModified', data: { id, rotated: true } });
    return key;
  });
  return { key, cleartext };
}
