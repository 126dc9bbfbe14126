import type { ProjectContext } from '../../../core/context.ts';
import { ScimError } from '../../../protocols/scim/scim-error.ts';
import type { CountRequest } from '../../group.ts';
import { administeredTenant } from '../../sessions/access-keys/administered-tenant.ts';
import { authenticateAccessKey, findPresentedKey } from '../../sessions/access-keys/exchange-key.ts';

/** A call of a tenant's directory. */
export interface DirectoryCall {
  ctx: ProjectContext;
  tenantId: string;
  /** Authenticates again, for the next operation of a bulk request. Throws if the key has lost its rights since. */
  again(): Promise<DirectoryCall>;
}

/** The directory that a request with a credential of no use belongs to, for its list of requests. */
export interface RefusedDirectory {
  ctx: ProjectContext;
  tenantId: string;
}

/** Finds the tenant that a refused key administers. `undefined` for any other credential. */
export async function findRefusedDirectory(
  entered: ProjectContext,
  secret: string | undefined,
): Promise<RefusedDirectory | undefined> {
  const id = secret && (await findPresentedKey(entered, secret));
  const tenant = id && (await administeredTenant(entered, id));
  return tenant
    ? { ctx: { ...entered, actor: { type: 'accessKey', id } }, tenantId: tenant.tenantId }
    : undefined;
}

/**
 * Authenticates a directory by the access key that administers its tenant. The rights of the key are read at each request. Throws 401 for a
 * credential that is not valid, 403 for a key without these rights.
 */
export async function authenticateDirectory(
  entered: ProjectContext,
  secret: string | undefined,
  count: CountRequest,
): Promise<DirectoryCall> {
  if (!secret) throw new ScimError(401, 'The token must be <project ID>:<access key>');
  const ctx = await authenticateAccessKey(entered, secret);
  await count(ctx, 'key');
  const tenant = await administeredTenant(ctx, ctx.actor.id);
  if (!tenant)
    throw new ScimError(403, 'The access key must have the role Tenant Admin in exactly one tenant');
  if (tenant.isDisabled) throw new ScimError(403, 'The tenant is disabled');
  const { tenantId } = tenant;
  return {
    ctx: { ...ctx, actor: { ...ctx.actor, tenantId } },
    tenantId,
    async again() {
      const call = await authenticateDirectory(entered, secret, async () => {});
      // A directory writes to its own tenant, even if the key has moved to another one meanwhile.
      if (call.tenantId !== tenantId) throw new ScimError(403, 'The access key has another tenant now');
      return call;
    },
  };
}
