import { tenantAdmin, userAdmin } from '../../../core/built-in-rights.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { loadRoles } from '../../directory/roles/load-roles.ts';
import { administeredTenant } from '../../sessions/access-keys/administered-tenant.ts';
import { createAccessKey } from '../../sessions/access-keys/create-key.ts';
import { hasAll } from '../../sessions/tenant-administrators/checks.ts';
import type { OpenSetup } from './setup-link.ts';

/** Reports whether the page offers the step of the directory. */
export function offersDirectory({ loaded }: OpenSetup): boolean {
  return !loaded.tenant.settings.ssoSetupSuite.disabledFeatures.scim;
}

/**
 * Reports whether the page creates tokens for the directory: for signed-in administrators who could give the token's role to a user. Never for a
 * link, because the token outlives it and administers every user of the tenant.
 */
export async function mayCreateToken(ctx: ProjectContext, setup: OpenSetup): Promise<boolean> {
  const { administrator } = setup;
  if (!administrator || !offersDirectory(setup)) return false;
  const [role] = await loadRoles(ctx, [tenantAdmin.id]);
  return (
    role !== undefined &&
    hasAll(administrator, role.permissionNames) &&
    (await setup.holds(ctx, userAdmin.id))
  );
}

/** Creates an access key that is the token of the tenant’s directory, and returns the token for the only time. */
export async function createDirectoryToken(ctx: ProjectContext, setup: OpenSetup): Promise<string> {
  const { tenantId } = setup.link;
  return transaction({ ...ctx, actor: setup.actor }, async (ctx) => {
    await setup.confirm(ctx);
    const [role] = await loadRoles(ctx, [tenantAdmin.id]);
    if (!role || !(await mayCreateToken(ctx, setup)))
      throw new ServiceError('E064013', 'You need the permission User Admin in the tenant');
    const day = new Date(ctx.now()).toISOString().slice(0, 10);
    const { key, cleartext } = await createAccessKey(ctx, {
      name: `SCIM ${day}`,
      tenants: [{ tenantId, roleNames: [role.name] }],
    });
    // A role of the tenant can have the same name, and no right.
    if ((await administeredTenant(ctx, key.id))?.tenantId !== tenantId)
      throw new ServiceError('E011004', `A role of the tenant is called ${role.name}, too. Rename it first`);
    return `${ctx.project.id}:${cleartext}`;
  });
}
