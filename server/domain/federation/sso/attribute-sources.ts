import type { ProjectData } from '../../../core/context.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { findConnection } from './store.ts';

/** Returns the sources of custom attributes in the mapping of the tenant's default connection, by the names of our attributes. */
export async function attributeSources(ctx: ProjectData, tenantId: string): Promise<Record<string, string>> {
  const connection = await findConnection(ctx.db, ctx.project.id, tenantId, defaultConnectionId);
  if (!connection) return {};
  const { attributeMapping, oidcAttributeMapping } = connection.settings;
  return (connection.protocol === 'oidc' ? oidcAttributeMapping : attributeMapping).customAttributes ?? {};
}
