import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../../storage/tables.ts';

/** The condition that a tenant of the query has tenants directly below it, for the stores of users and of tenants. */
export function hasSubTenants(tenant: ExpressionBuilder<Tables, 'tenants'>) {
  return tenant.exists(
    tenant
      .selectFrom('tenants as below')
      .select('below.id')
      .whereRef('below.projectId', '=', 'tenants.projectId')
      .whereRef('below.parentId', '=', 'tenants.id'),
  );
}
