import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import { loadTenant } from '../../directory/tenants/load-tenant.ts';
import type { Tenant } from '../../directory/tenants/tenant.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { type Connection, emptySettings } from './connection.ts';
import { findConnection, listConnections, listTenantDomains } from './store.ts';
import { listTests } from './store-failures.ts';

/** A connection with what belongs to it elsewhere. */
export interface LoadedConnection {
  tenant: Tenant;
  connection: Connection;
  /** Of this connection only; those of the tenant may be more. */
  domains: string[];
  /** By ID, of the roles that the connection names and that still exist. */
  roleNames: ReadonlyMap<string, string>;
  /** Of the last test that succeeded with this identity provider; 0: there was none. */
  testSucceededAt: number;
}

/** For a sign-in: E111302 when there is no such connection, or it is not set up yet, or for another protocol. */
export async function requireConfigured(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string = defaultConnectionId,
  protocol?: 'saml' | 'oidc',
): Promise<Connection> {
  const connection = await findConnection(ctx.db, ctx.project.id, tenantId, connectionId);
  const isSetUp = connection && connection.protocol !== 'none';
  if (isSetUp && (!protocol || connection.protocol === protocol)) return connection;
  throw new ServiceError('E111302', 'The tenant has no SSO connection that is set up under this ID');
}

/** For settings: every tenant has the default connection, blank until somebody sets it up. E111302 for others. */
export async function findConnectionOrDefault(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string = defaultConnectionId,
): Promise<Connection> {
  const connection = await findConnection(ctx.db, ctx.project.id, tenantId, connectionId);
  if (connection) return connection;
  if (connectionId === defaultConnectionId) return blankConnection(tenantId);
  throw noConnection(connectionId);
}

/** E111202 when there is no such tenant, E111302 when there is no such connection. */
export async function loadConnection(
  ctx: ProjectContext,
  tenantId: string,
  connectionId?: string,
): Promise<LoadedConnection> {
  const tenant = await loadTenant(ctx, tenantId);
  const connection = await findConnectionOrDefault(ctx, tenantId, connectionId);
  const [loaded] = await withRelated(ctx, tenant, [connection]);
  return loaded as LoadedConnection;
}

/** The default connection first, then the others in the order of their making. E111202: no such tenant. */
export async function loadConnections(ctx: ProjectContext, tenantId: string): Promise<LoadedConnection[]> {
  const tenant = await loadTenant(ctx, tenantId);
  const connections = await listConnections(ctx.db, ctx.project.id, tenantId);
  const isDefault = ({ id }: Connection) => id === defaultConnectionId;
  const first = connections.find(isDefault) ?? blankConnection(tenantId);
  return withRelated(ctx, tenant, [first, ...connections.filter((one) => !isDefault(one))]);
}

export function noConnection(connectionId: string): ServiceError {
  return new ServiceError('E111302', `The tenant has no SSO connection with the ID ${connectionId}`);
}

async function withRelated(
  ctx: ProjectContext,
  tenant: Tenant,
  connections: Connection[],
): Promise<LoadedConnection[]> {
  const roleIds = new Set(
    connections.flatMap(({ settings }) => [
      ...settings.defaultRoleIds,
      ...settings.roleMappings.map((mapping) => mapping.roleId),
    ]),
  );
  // To a search, no IDs are no filter.
  const roles = roleIds.size > 0 ? await searchRoles(ctx, { ids: [...roleIds] }) : [];
  const roleNames = new Map(roles.map((role) => [role.id, role.name]));
  const domains = await listTenantDomains(ctx.db, ctx.project.id, tenant.id);
  const tests = await listTests(ctx.db, ctx.project.id, tenant.id);
  return connections.map((connection) => ({
    tenant,
    connection,
    domains: domains.filter((row) => row.connectionId === connection.id).map((row) => row.domain),
    roleNames,
    testSucceededAt: tests.find((test) => test.connectionId === connection.id)?.succeededAt ?? 0,
  }));
}

function blankConnection(tenantId: string): Connection {
  return {
    tenantId,
    id: defaultConnectionId,
    name: '',
    protocol: 'none',
    settings: emptySettings,
    spCertificate: '',
    sealedSpKey: '',
    sealedClientSecret: '',
  };
}
