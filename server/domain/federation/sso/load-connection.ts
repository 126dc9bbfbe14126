import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import { loadTenant } from '../../directory/tenants/load-tenant.ts';
import type { Tenant } from '../../directory/tenants/tenant.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { type Connection, emptySettings } from './connection.ts';
import { unread } from './reading/reading.ts';
import { findConnection, listConnections } from './store.ts';
import { listTenantDomains } from './store-domains.ts';
import { listTests } from './store-failures.ts';

/** A connection with its related data from other tables. */
export interface LoadedConnection {
  tenant: Tenant;
  connection: Connection;
  /** The domains of this connection only; the tenant may have more. */
  domains: string[];
  /** The existing roles that the connection names, by ID. */
  roleNames: ReadonlyMap<string, string>;
  /** The time of the last successful test with this identity provider. 0 if there was none. */
  testSucceededAt: number;
}

/** Loads a connection for a sign-in. Throws E111302 if it does not exist, is not set up, or has another protocol. */
export async function requireConfigured(
  ctx: ProjectData,
  tenantId: string,
  connectionId: string = defaultConnectionId,
  protocol?: 'saml' | 'oidc',
): Promise<Connection> {
  const connection = await findConnection(ctx.db, ctx.project.id, tenantId, connectionId);
  const isSetUp = connection && connection.protocol !== 'none';
  if (isSetUp && (!protocol || connection.protocol === protocol)) return connection;
  throw new ServiceError('E111302', 'The tenant has no configured SSO connection with this ID');
}

/** Loads a connection for its settings. Every tenant has the default one, at first blank. Throws E111302 for other IDs. */
export async function findConnectionOrDefault(
  ctx: ProjectData,
  tenantId: string,
  connectionId: string = defaultConnectionId,
): Promise<Connection> {
  const connection = await findConnection(ctx.db, ctx.project.id, tenantId, connectionId);
  if (connection) return connection;
  if (connectionId === defaultConnectionId) return blankConnection(tenantId);
  throw noConnection(connectionId);
}

/** Loads a connection. Throws E111202 if the tenant does not exist, E111302 if the connection does not. */
export async function loadConnection(
  ctx: ProjectData,
  tenantId: string,
  connectionId?: string,
): Promise<LoadedConnection> {
  const tenant = await loadTenant(ctx, tenantId);
  const connection = await findConnectionOrDefault(ctx, tenantId, connectionId);
  const [loaded] = await withRelated(ctx, tenant, [connection]);
  return loaded as LoadedConnection;
}

/** Loads the default connection, then the others, oldest first. Throws E111202 if the tenant does not exist. */
export async function loadConnections(ctx: ProjectData, tenantId: string): Promise<LoadedConnection[]> {
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
  ctx: ProjectData,
  tenant: Tenant,
  connections: Connection[],
): Promise<LoadedConnection[]> {
  const roleIds = new Set(
    connections.flatMap(({ settings }) => [
      ...settings.defaultRoleIds,
      ...settings.roleMappings.map((mapping) => mapping.roleId),
    ]),
  );
  // A search without IDs would have no filter.
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
    reading: unread,
  };
}
