import type { ProjectContext, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError, unauthorized } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { readName } from '../../../core/names.ts';
import { addressRefusal, readPermittedIps } from '../../../core/permitted-ips.ts';
import type { Project } from '../../../core/project.ts';
import { transaction } from '../../../storage/transaction.ts';
import { lockProject } from '../projects/load-project.ts';
import { noteKeyUse } from './key-use.ts';
import {
  instanceAccess,
  isInstanceKey,
  type ManagementKey,
  maxLiveKeys,
  type ReBac,
  rightsOf,
} from './management-key.ts';
import {
  copyManagementKey,
  countLiveKeys,
  deleteManagementKeys,
  findManagementKeyByHash,
  findOrigin,
  insertManagementKey,
  listManagementKeys,
  updateLastUse,
} from './store.ts';

export interface NewManagementKey {
  name: string;
  description?: string;
  /** The key itself if the operator chose it; default: 256 random bits. */
  secret?: string;
  /** Absent: never. */
  expiresAt?: number;
  permittedIps?: string[];
  /** Default: full access, and rights over the instance. The operator of the instance creates such keys. */
  reBac?: ReBac;
}

/**
 * Creates a key and returns it in clear text, for the only time. Returns `undefined` if the given key already
 * exists. Throws E011004 if the project has its maximum of live keys.
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
    reBac: JSON.stringify(input.reBac ?? instanceAccess(project.id)),
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

/** Checks the limit. Part of a transaction that locks the project and has created or activated a key. */
export async function refuseTooManyKeys(ctx: ServiceContext, projectId: string): Promise<void> {
  if ((await countLiveKeys(ctx.db, projectId, ctx.now())) <= maxLiveKeys) return;
  throw new ServiceError(
    'E011004',
    `A project can have at most ${maxLiveKeys} live management keys. Delete or deactivate one first`,
  );
}

/**
 * Authenticates a caller by management key. Looks the key up at every request, so that every instance refuses a
 * revoked or expired key at once. A copy costs a second query: it is refused as soon as the key is that it was copied from.
 */
export async function authenticateManagementKey(
  ctx: ProjectContext,
  secret: string,
): Promise<ProjectContext> {
  const key = await findManagementKeyByHash(ctx.db, ctx.project.id, hashSecret(secret));
  if (!key || !isLive(ctx, key)) throw unauthorized('The management key is not valid for this project');
  const refusal = addressRefusal(ctx, key) ?? (await originRefusal(ctx, key));
  if (refusal) throw unauthorized(`management key: ${refusal}`);
  await noteKeyUse(ctx, key, (use) => updateLastUse(ctx.db, ctx.project.id, key.id, use));
  const reBac = JSON.parse(key.reBac) as ReBac;
  const keyRights = rightsOf(reBac);
  return {
    ...ctx,
    actor: { type: 'managementKey', id: key.id },
    ...(keyRights && { keyRights }),
    ...(isInstanceKey(reBac) && { isInstanceKey: true }),
  };
}

type Lifetime = Pick<ManagementKey, 'status' | 'expiresAt'>;

function isLive(ctx: ServiceContext, { status, expiresAt }: Lifetime): boolean {
  return status === 'active' && (expiresAt === null || expiresAt > ctx.now());
}

/** Returns why the key from which a key was copied may not be used now, or `undefined`. */
async function originRefusal(
  ctx: ProjectContext,
  { originProjectId, originId }: { originProjectId: string | null; originId: string | null },
): Promise<string | undefined> {
  if (originProjectId === null || originId === null) return undefined;
  const origin = await findOrigin(ctx.db, originProjectId, originId);
  if (origin && isLive(ctx, origin)) return addressRefusal(ctx, origin);
  return 'it is a copy of a key that was revoked or has expired';
}

/**
 * Lets a key of this project manage another one, too: as a copy, which can be deactivated and deleted there, and ends with the key that was
 * the first of its copies.
 */
export async function shareManagementKey(
  ctx: TimedProjectData,
  keyId: string,
  project: Project,
): Promise<void> {
  const reBac = JSON.stringify(instanceAccess(project.id));
  const copy = { projectId: project.id, id: newId('K', ctx.now()), reBac, createdAt: ctx.now() };
  await copyManagementKey(ctx.db, { projectId: ctx.project.id, id: keyId }, copy);
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
