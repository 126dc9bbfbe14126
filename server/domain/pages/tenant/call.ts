import type { Endpoint } from '../../../http/endpoint.ts';
import { type ObjectSchema, readInput, readQuery, type Schema } from '../../../http/schema.ts';
import type { CountRequest } from '../../group.ts';
import type { AdministeredTenant } from '../../sessions/tenant-administrators/administered-tenants.ts';
import type { AdministratorContext } from '../../sessions/tenant-administrators/administrator-context.ts';
import { rightsFor, tenantAdministratorCalls } from '../../sessions/tenant-administrators/allowed-calls.ts';
import { handleForTenantAdministrator } from '../../sessions/tenant-administrators/handle-call.ts';
import { notAllowed } from '../../sessions/tenant-administrators/refusal.ts';

export type FindEndpoint = (name: string) => Endpoint | undefined;
export type Call = <R>(name: string, input?: Record<string, unknown>) => Promise<R>;

/**
 * Returns the calls of an administrator. Each is read, limited and refused exactly like the same call of the API, so the page can do nothing
 * that the API does not allow.
 */
export function callsOf(
  ctx: AdministratorContext,
  { find, tenant, count }: { find: FindEndpoint; tenant: AdministeredTenant; count: CountRequest },
): Call {
  return async <R>(name: string, input: Record<string, unknown> = {}) => {
    const endpoint = find(name);
    const allowed = Object.hasOwn(tenantAdministratorCalls, name) && tenantAdministratorCalls[name];
    if (!endpoint || !allowed) throw new Error(`${name} is not open to administrators of tenants`);
    if (!rightsFor(name).some((id) => tenant.rights.includes(id)))
      throw notAllowed('You lack the permission that this needs');
    await count(ctx, 'key');
    if (allowed.limit) await count(ctx, allowed.limit);
    return (await handleForTenantAdministrator(ctx, endpoint, read(endpoint, input))) as R;
  };
}

function read({ method, input: schema }: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
  return (
    method === 'GET' || method === 'DELETE'
      ? readQuery(schema as ObjectSchema, input)
      : readInput(schema as Schema, input)
  ) as Record<string, unknown>;
}
