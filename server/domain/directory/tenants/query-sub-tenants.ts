import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../../storage/tables.ts';

/** Tests whether a tenant of the query has direct sub-tenants, for the stores of users and tenants. */
export function hasSubTenants(tenant: ExpressionBuilder<Tables, 'tenants'>, projectId: string) {
  return tenant.exists(
    tenant
      .selectFrom('tenants as below')
      .select('below.id')
      .where('below.projectId', '=', projectId)
      .whereRef('below.parentId', '=', 'tenants.id'),
  );
}
