import { event, question } from '../../../core/event.ts';
import type { EndingMemberships } from './ending-memberships.ts';

/** Memberships are about to be deleted. `endMemberships` raises this and then `tenantsLost`. */
export const membershipsEnding = event<EndingMemberships>('membershipsEnding');

/**
 * Sessions that continue must not reach the tenants any more. Comes after `membershipsEnding`: an application's session in a tenant is
 * found, and ended, by the tenant that is taken out of the others here.
 */
export const tenantsLost = event<EndingMemberships>('tenantsLost');

/** A tenant that has no members any more is about to be deleted, with what has no foreign key to it. */
export const tenantDeleting = event<{ tenantId: string }>('tenantDeleting');

/** Asks for members of a tenant, at most `limit`. */
export const membersOfTenant = question<{ tenantId: string; limit: number }, string[]>('membersOfTenant');

/**
 * Asks to lock these members and to remove them with their roles in the tenant. `cascade` deletes those who belong to no other tenant. The
 * answer is their IDs.
 */
export const memberRemoval = question<{ tenantId: string; userIds: string[]; cascade: boolean }, string[]>(
  'memberRemoval',
);

/**
 * Asks to run a change after which roles pass to more tenants. Refused (E011004) if the sign-in policies of these tenants then lock
 * users out.
 */
export const openingToRoles = question<{ change: () => Promise<void> }, void>('openingToRoles');
