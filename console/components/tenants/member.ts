import type { User } from '../../../client/client.ts';

export function rolesIn({ userTenants }: User, tenantId: string): string[] {
  return userTenants.find((one) => one.tenantId === tenantId)?.roleNames ?? [];
}
