/**
 * Memberships in these tenants: those of users; or all, with what is in the tenants `within`, which are these and the ones below. A
 * user has something in a tenant as a member of it or of an ancestor.
 */
export interface EndingMemberships {
  tenantIds: string[];
  of: { userIds: string[] } | { within: string[] };
}
