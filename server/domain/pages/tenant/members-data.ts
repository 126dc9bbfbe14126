import type { Static } from '../../../http/schema.ts';
import type { roleSchema } from '../../directory/roles/wire.ts';
import type { UserWire } from '../../directory/users/wire.ts';
import { assignableNames, isOwn, loadMember } from '../../sessions/tenant-administrators/checks.ts';
import type { TenantPage } from './tenant-page.ts';

export type RoleWire = Static<typeof roleSchema>;

/** Returns the names of the roles that the administrator may give, in their order. */
export async function givableRoles({ ctx }: TenantPage): Promise<string[]> {
  return [...new Set(await assignableNames(ctx))].sort((a, b) => a.localeCompare(b));
}

/** Loads a member as the administrator may see them. Throws E112102 for anyone else. */
export async function loadShown({ call }: TenantPage, userId: string): Promise<UserWire> {
  return (await call<{ user: UserWire }>('management.user.load', { userId })).user;
}

/** Reports whether the member is the tenant's alone, so that its administrator decides about the account. */
export async function isOwnMember({ ctx }: TenantPage, userId: string): Promise<boolean> {
  return isOwn(ctx, await loadMember(ctx, { userId }));
}

export function nameOf({ name, email, loginIds, userId }: UserWire): string {
  return name || email || loginIds[0] || userId;
}
