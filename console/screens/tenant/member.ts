import type { User } from '../../../client/client.ts';

export function nameOf({ name, loginIds, userId }: Pick<User, 'name' | 'loginIds' | 'userId'>): string {
  return name || loginIds[0] || userId;
}

export function rolesIn({ userTenants }: User, tenantId: string): string[] {
  return userTenants.find((one) => one.tenantId === tenantId)?.roleNames ?? [];
}
