import { useRead } from '../../api/use-api.ts';

/** Returns the names of the roles that members can have: the tenant's own and the project's. */
export function useTenantRoles(tenantId: string, enabled = true): string[] {
  const roles = useRead(
    ['roles', 'in', tenantId],
    (client) => client.management.role.search({ tenantIds: [tenantId], includeProjectRoles: true }),
    { enabled },
  );
  return [...new Set(roles.data?.map(({ name }) => name))];
}
