import type { Project, ProjectContext, ServiceContext } from '../../core/context.ts';
import { hashSecret, newSecret } from '../../core/crypto.ts';
import { unauthorized } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import {
  deleteManagementKey,
  findManagementKeyByHash,
  insertManagementKey,
  listManagementKeys,
  type ManagementKeyRow,
} from './store.ts';

export interface NewManagementKey {
  name: string;
  /** The key itself when the operator chose it; absent: 256 random bits. */
  secret?: string;
  /** Absent: never. */
  expiresAt?: number;
}

/** Makes a key and returns it in clear text: the only time it is seen. `undefined` when the given key exists. */
export async function createManagementKey(
  ctx: ServiceContext,
  project: Project,
  input: NewManagementKey,
): Promise<{ id: string; secret: string } | undefined> {
  const id = newId('K', ctx.now());
  const secret = input.secret ?? newSecret();
  const created = await insertManagementKey(ctx.db, {
    projectId: project.id,
    id,
    name: input.name,
    hash: hashSecret(secret),
    status: 'active',
    createdAt: ctx.now(),
    expiresAt: input.expiresAt ?? null,
  });
  return created ? { id, secret } : undefined;
}

/** Looked up at every request: a key that was revoked or has expired is refused at once, by every instance. */
export async function authenticateManagementKey(
  ctx: ProjectContext,
  secret: string,
): Promise<ProjectContext> {
  const key = await findManagementKeyByHash(ctx.db, ctx.project.id, hashSecret(secret));
  const isLive = key && key.status === 'active' && (key.expiresAt === null || key.expiresAt > ctx.now());
  if (!isLive) throw unauthorized('The management key is not valid for this project');
  return { ...ctx, actor: { type: 'managementKey', id: key.id } };
}

export function loadManagementKeys(ctx: ServiceContext, project: Project): Promise<ManagementKeyRow[]> {
  return listManagementKeys(ctx.db, project.id);
}

export function revokeManagementKey(ctx: ServiceContext, project: Project, id: string): Promise<boolean> {
  return deleteManagementKey(ctx.db, project.id, id);
}
