import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { foldName, readName } from '../../../core/names.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { lockTenants } from './load-tenant.ts';
import { settingsColumns } from './session-limits.ts';
import { insertTenant, replaceSelfProvisioningDomains } from './store.ts';
import {
  type AuthType,
  defaultTenantSettings,
  readCustomAttributes,
  readDomains,
  readTenantId,
  type TenantSettings,
} from './tenant.ts';

export interface NewTenant {
  name: string;
  /** Defaults to a new ID. */
  id?: string;
  parentId?: string;
  selfProvisioningDomains?: string[];
  customAttributes?: Record<string, unknown>;
  authType?: AuthType;
  settings?: Partial<TenantSettings>;
}

/**
 * Creates a tenant and returns its ID. Throws E111201 if the ID or name is in use, and E111202 if the parent does
 * not exist.
 */
export async function createTenant(ctx: ProjectContext, input: NewTenant): Promise<string> {
  const projectId = ctx.project.id;
  const id = input.id ? readTenantId(input.id) : newId('T', ctx.now());
  const name = readName(input.name);
  const domains = readDomains(input.selfProvisioningDomains ?? []);
  const row = {
    projectId,
    id,
    name,
    foldedName: foldName(name),
    parentId: input.parentId ?? null,
    authType: input.authType ?? 'none',
    customAttributes: readCustomAttributes(input.customAttributes ?? {}),
    ...settingsColumns({ ...defaultTenantSettings, ...input.settings }, { now: ctx.now() }),
    createdAt: ctx.now(),
  };
  await transaction(ctx, async (ctx) => {
    if (input.parentId) await lockTenants(ctx, [input.parentId]);
    if (!(await insertTenant(ctx.db, row))) {
      throw new ServiceError('E111201', 'A tenant with this ID or name already exists');
    }
    await replaceSelfProvisioningDomains(ctx.db, projectId, id, domains);
    await recordAudit(ctx, { action: 'TenantCreated', tenantId: id, data: { name } });
  });
  return id;
}
