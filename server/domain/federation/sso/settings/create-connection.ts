import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { readName, refuseMissing } from '../../../../core/names.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { loadTenant, lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { emptySettings } from '../connection.ts';
import { insertConnection, listConnections } from '../store.ts';
import { createSpKey, type SpKey } from './change-connection.ts';

/** The limit per tenant, not counting the default connection. */
const maxConnections = 50;

export const connectionIdRule =
  '1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first';

/** Creates a further, blank connection of the tenant. Returns its ID. Throws E011004 if the ID is taken. */
export async function createConnection(
  ctx: ProjectContext,
  tenantId: string,
  input: { id?: string; name: string },
  preparedKey?: SpKey,
): Promise<string> {
  const projectId = ctx.project.id;
  await loadTenant(ctx, tenantId);
  const id = input.id ? readConnectionId(input.id) : newId('S', ctx.now());
  const name = readName(input.name, 'displayName');
  const key = preparedKey ?? (await createSpKey(ctx, tenantId, id));
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    const connections = await listConnections(ctx.db, projectId, tenantId);
    if (connections.filter((one) => one.id !== defaultConnectionId).length >= maxConnections) {
      throw new ServiceError(
        'E011004',
        `A tenant can have at most ${maxConnections} further SSO connections. Delete one first`,
      );
    }
    const now = ctx.now();
    const settings = JSON.stringify(emptySettings);
    const row = { projectId, tenantId, id, name, protocol: 'none', settings, ...key } as const;
    if (!(await insertConnection(ctx.db, { ...row, createdAt: now, modifiedAt: now }))) {
      throw new ServiceError('E011004', `ssoId: the tenant already has an SSO connection with the ID ${id}`);
    }
    await recordAudit(ctx, { action: 'SsoModified', tenantId, data: { ssoId: id, change: 'created', name } });
  });
  return id;
}

function readConnectionId(id: string): string {
  if (id === defaultConnectionId) throw new ServiceError('E011004', `ssoId: every tenant already has ${id}`);
  refuseMissing('ssoId', id);
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) return id;
  throw new ServiceError('E011004', `ssoId must have ${connectionIdRule}`);
}
