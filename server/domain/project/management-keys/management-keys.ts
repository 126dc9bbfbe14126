import type { Project, ProjectContext, ServiceContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError, unauthorized } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { noteKeyUse } from '../../../core/key-use.ts';
import { readName } from '../../../core/names.ts';
import { addressRefusal, readPermittedIps } from '../../../core/permitted-ips.ts';
import { transaction } from '../../../storage/transaction.ts';
import { lockProject } from '../projects/load-project.ts';
import { fullAccess, type ManagementKey, maxLiveKeys, type ReBac } from './management-key.ts';
import {
  countLiveKeys,
  deleteManagementKeys,
  findManagementKeyByHash,
  insertManagementKey,
  listManagementKeys,
  updateLastUse,
} from './store.ts';

export interface NewManagementKey {
  name: string;
  description?: string;
  /** The key itself when the operator chose it; absent: 256 random bits. */
  secret?: string;
  /** Absent: never. */
  expiresAt?: number;
  permittedIps?: string[];
  reBac?: ReBac;
}

/**
 * Makes a key and returns it in clear text: the only time it is seen. `undefined` when the given key exists; E011004
 * when the project has as many live keys as it may.
 */
export async function createManagementKey(
  ctx: ServiceContext,
  project: Project,
  input: NewManagementKey,
): Promise<{ id: string; secret: string } | undefined> {
  const id = newId('K', ctx.now());
  const secret = input.secret ?? newSecret();
  const row = {
    projectId: project.id,
    id,
    name: readName(input.name),
    description: input.description ?? '',
    hash: hashSecret(secret),
    status: 'active' as const,
    permittedIps: JSON.stringify(readPermittedIps(input.permittedIps ?? [])),
    reBac: JSON.stringify(input.reBac ?? fullAccess(project.id)),
    createdAt: ctx.now(),
    expiresAt: input.expiresAt ?? null,
  };
  const created = await transaction(ctx, async (ctx) => {
    await lockProject(ctx, project.id);
    if (!(await insertManagementKey(ctx.db, row))) return false;
    await refuseTooManyKeys(ctx, project.id);
    return true;
  });
  return created ? { id, secret } : undefined;
}

/** Part of a transaction that holds the project and has made a key or brought one back to life. */
export async function refuseTooManyKeys(ctx: ServiceContext, projectId: string): Promise<void> {
  if ((await countLiveKeys(ctx.db, projectId, ctx.now())) <= maxLiveKeys) return;
  throw new ServiceError(
    'E011004',
    `A project has at most ${maxLiveKeys} live management keys: delete or deactivate one first`,
  );
}

/** Looked up at every request: a key that was revoked or has expired is refused at once, by every instance. */
export async function authenticateManagementKey(
  ctx: ProjectContext,
  secret: string,
): Promise<ProjectContext> {
  const key = await findManagementKeyByHash(ctx.db, ctx.project.id, hashSecret(secret));
  const isLive = key && key.status === 'active' && (key.expiresAt === null || key.expiresAt > ctx.now());
  if (!isLive) throw unauthorized('The management key is not valid for this project');
  const refusal = addressRefusal(ctx, key);
  if (refusal) throw unauthorized(`management key: ${refusal}`);
  await noteKeyUse(ctx, key, (use) => updateLastUse(ctx.db, ctx.project.id, key.id, use));
  return { ...ctx, actor: { type: 'managementKey', id: key.id } };
}

export function loadManagementKeys(ctx: ServiceContext, project: Project): Promise<ManagementKey[]> {
  return listManagementKeys(ctx.db, project.id);
}

export async function revokeManagementKey(
  ctx: ServiceContext,
  project: Project,
  id: string,
): Promise<boolean> {
  return (await deleteManagementKeys(ctx.db, project.id, [id])).length > 0;
}
