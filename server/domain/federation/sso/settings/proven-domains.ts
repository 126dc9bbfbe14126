import type { ProjectContext } from '../../../../core/context.ts';
import { lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { emptySettings } from '../connection.ts';
import { findConnectionOrDefault, noConnection } from '../load-connection.ts';
import { findConnection, insertConnection } from '../store.ts';
import { deleteProof, insertProof, listTenantDomains, takeProofs } from '../store-domains.ts';
import { createSpKey, type SpKey } from './change-connection.ts';

/**
 * Creates the key that the default connection needs if it is blank: a domain belongs to a connection, and a blank one has no row. Takes
 * long, so never call it inside a transaction.
 */
export async function prepareDefaultConnection(
  ctx: ProjectContext,
  tenantId: string,
): Promise<SpKey | undefined> {
  const { sealedSpKey } = await findConnectionOrDefault(ctx, tenantId);
  return sealedSpKey ? undefined : createSpKey(ctx, tenantId, defaultConnectionId);
}

/** Creates the key of the default connection that gets the proofs of one that is to be deleted, if there are any. Takes long, too. */
export async function prepareSuccessor(
  ctx: ProjectContext,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
): Promise<SpKey | undefined> {
  const domains = await listTenantDomains(ctx.db, ctx.project.id, tenantId);
  if (!domains.some((row) => row.proven && row.connectionId === connectionId)) return undefined;
  if (connectionId !== defaultConnectionId) return prepareDefaultConnection(ctx, tenantId);
  return createSpKey(ctx, tenantId, defaultConnectionId);
}

/**
 * Records that the tenant has proven the domain, which then counts like one that an administrator set for its default connection. Returns
 * `false` if it belongs to another tenant. Call it inside a transaction.
 */
export async function recordProof(
  ctx: ProjectContext,
  { tenantId, domain }: { tenantId: string; domain: string },
  key: SpKey | undefined,
): Promise<boolean> {
  await lockTenants(ctx, [tenantId]);
  await ensureDefaultConnection(ctx, tenantId, key);
  return insertProof(ctx.db, {
    projectId: ctx.project.id,
    tenantId,
    connectionId: defaultConnectionId,
    domain,
  });
}

/** Ends a proof. The domain stays with the tenant if an administrator has set it, too. Returns `false` if there is no proof. */
export function endProof(
  ctx: ProjectContext,
  { tenantId, domain }: { tenantId: string; domain: string },
): Promise<boolean> {
  return deleteProof(ctx.db, { projectId: ctx.project.id, tenantId, domain });
}

/** Deletes a connection’s row by `deleteRow`. What the tenant has proven passes to the default connection, which may be a new, blank one. */
export async function withProofsKept<T>(
  ctx: ProjectContext,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
  key: SpKey | undefined,
  deleteRow: () => Promise<T>,
): Promise<T> {
  const domains = await takeProofs(ctx.db, ctx.project.id, { tenantId, connectionId });
  const result = await deleteRow();
  for (const domain of domains) await recordProof(ctx, { tenantId, domain }, key);
  return result;
}

async function ensureDefaultConnection(
  ctx: ProjectContext,
  tenantId: string,
  key: SpKey | undefined,
): Promise<void> {
  const projectId = ctx.project.id;
  const id = defaultConnectionId;
  if (await findConnection(ctx.db, projectId, tenantId, id)) return;
  // It was deleted after the key was prepared.
  if (!key) throw noConnection(id);
  const now = ctx.now();
  await insertConnection(ctx.db, {
    projectId,
    tenantId,
    id,
    name: '',
    protocol: 'none',
    settings: JSON.stringify(emptySettings),
    ...key,
    createdAt: now,
    modifiedAt: now,
  });
}
