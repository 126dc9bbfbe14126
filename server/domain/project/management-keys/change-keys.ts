import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { readName } from '../../../core/names.ts';
import { isPermittedIp, readPermittedIps } from '../../../core/permitted-ips.ts';
import { transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../audit/changes.ts';
import { recordAudit } from '../audit/record.ts';
import { lockProject } from '../projects/load-project.ts';
import { tenantKeyCreating } from './events.ts';
import { type ManagementKey, type ReBac, readReBac, rightsOf } from './management-key.ts';
import { createManagementKey, refuseTooManyKeys } from './management-keys.ts';
import { deleteManagementKeys, findManagementKey, updateManagementKey } from './store.ts';

export interface RequestedKey {
  name: string;
  description?: string;
  reBac: ReBac;
  /** Default, also for 0: never. */
  lifetimeSeconds?: number;
  permittedIps?: string[];
}

/** The changes to apply; absent fields stay as they are. */
export interface KeyChanges {
  name?: string;
  description?: string;
  permittedIps?: string[];
  status?: ManagementKey['status'];
}

export async function loadManagementKey(ctx: ProjectData, id: string): Promise<ManagementKey> {
  const key = await findManagementKey(ctx.db, ctx.project.id, id);
  if (!key) throw new ServiceError('E111601', `No management key has the ID ${id}`);
  return key;
}

/** Creates another key for the project of the calling key. Its clear text is returned only once. */
export async function issueManagementKey(
  ctx: ProjectContext,
  { lifetimeSeconds = 0, ...input }: RequestedKey,
): Promise<{ key: ManagementKey; cleartext: string }> {
  const reBac = readReBac(ctx.project, input.reBac);
  const tenantIds = rightsOf(reBac)?.tenantIds ?? [];
  const expiresAt = lifetimeSeconds > 0 ? ctx.now() + lifetimeSeconds * 1000 : undefined;
  return transaction(ctx, async (ctx) => {
    await happen(ctx, tenantKeyCreating, { tenantIds });
    const created = await createManagementKey(ctx, ctx.project, { ...input, reBac, expiresAt });
    if (!created) throw new Error('generated the same 256 random bits twice');
    await recordAudit(ctx, { action: 'ManagementKeyCreated', data: { id: created.id, name: input.name } });
    return { key: await loadManagementKey(ctx, created.id), cleartext: created.secret };
  });
}

export async function changeManagementKey(
  ctx: ProjectContext,
  id: string,
  changes: KeyChanges,
): Promise<ManagementKey> {
  const { name, description, status, permittedIps } = changes;
  const ips = permittedIps && readPermittedIps(permittedIps);
  if (isCaller(ctx, id)) refuseLockout(ctx, status, ips);
  const fields = {
    ...(name !== undefined && { name: readName(name) }),
    ...(description !== undefined && { description }),
    ...(status && { status }),
    ...(ips && { permittedIps: JSON.stringify(ips) }),
  };
  return transaction(ctx, async (ctx) => {
    if (status === 'active') await lockProject(ctx, ctx.project.id);
    const before = await findManagementKey(ctx.db, ctx.project.id, id);
    const key = await updateManagementKey(ctx.db, ctx.project.id, id, fields);
    if (!key) throw new ServiceError('E111601', `No management key has the ID ${id}`);
    if (status === 'active') await refuseTooManyKeys(ctx, ctx.project.id);
    const changes = changesBetween(before ?? {}, key);
    await recordAudit(ctx, { action: 'ManagementKeyModified', data: { id, ...fields, changes } });
    return key;
  });
}

/** Deletes keys and returns their number. The calling key cannot delete itself: use another key or the command line. */
export async function removeManagementKeys(ctx: ProjectContext, ids: string[]): Promise<number> {
  if (ids.some((id) => isCaller(ctx, id))) {
    throw new ServiceError('E011004', 'A management key cannot delete itself. Use another one');
  }
  return transaction(ctx, async (ctx) => {
    const deleted = await deleteManagementKeys(ctx.db, ctx.project.id, ids);
    for (const id of deleted) await recordAudit(ctx, { action: 'ManagementKeyDeleted', data: { id } });
    return deleted.length;
  });
}

function isCaller(ctx: Pick<ProjectContext, 'actor'>, id: string): boolean {
  return ctx.actor.type === 'managementKey' && ctx.actor.id === id;
}

/** Keeps a mistake from locking the administrators out of a project. */
function refuseLockout(
  ctx: Pick<ProjectContext, 'request'>,
  status?: ManagementKey['status'],
  permittedIps?: string[],
): void {
  if (status === 'inactive') {
    throw new ServiceError('E011004', 'A management key cannot deactivate itself. Use another one');
  }
  if (!permittedIps?.length) return;
  if (ctx.request.isRelayed) {
    throw new ServiceError(
      'E011004',
      'permittedIps would lock out this caller, whose request came through an untrusted proxy. Add the proxy ' +
        'to LATCHKEY_TRUSTED_PROXIES',
    );
  }
  if (!isPermittedIp(permittedIps, ctx.request.remoteAddress)) {
    throw new ServiceError(
      'E011004',
      'permittedIps would lock out this caller. Add the caller’s address, or use another key',
    );
  }
}
