import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { readName } from '../../../../core/names.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { loadTenant, lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { emptySettings } from '../connection.ts';
import { insertConnection, listConnections } from '../store.ts';
import { createSpKey, type SpKey } from './change-connection.ts';

/** Of one tenant, the default one not counted. */
const maxConnections = 50;

export const connectionIdRule =
  '1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first';

/** A further connection of the tenant, to be set up. Returns its ID. E011004 when the ID is taken. */
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
      throw new ServiceError('E011004', `A tenant has at most ${maxConnections} further SSO connections`);
    }
    const now = ctx.now();
    const settings = JSON.stringify(emptySettings);
    const row = { projectId, tenantId, id, name, protocol: 'none', settings, ...key } as const;
    if (!(await insertConnection(ctx.db, { ...row, createdAt: now, modifiedAt: now }))) {
      throw new ServiceError('E011004', `The tenant has an SSO connection with the ID ${id} already`);
    }
    await recordAudit(ctx, { action: 'SsoModified', tenantId, data: { ssoId: id, change: 'created', name } });
  });
  return id;
}

function readConnectionId(id: string): string {
  if (id === defaultConnectionId) throw new ServiceError('E011004', `Every tenant has ${id} already`);
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) return id;
  throw new ServiceError('E011004', `The ID of an SSO connection has ${connectionIdRule}`);
}
