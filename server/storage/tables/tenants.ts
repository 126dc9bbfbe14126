import type { Generated } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface TenantsTables {
  tenants: TenantsTable;
  selfProvisioningDomains: SelfProvisioningDomainsTable;
  tenantDefaultRoles: TenantDefaultRolesTable;
  tenantMembers: TenantMembersTable;
}

interface TenantsTable {
  projectId: string;
  id: string;
  name: string;
  /** The name, folded: unique in the project. */
  foldedName: string;
  parentId: string | null;
  /** What the administrator wrote. The protocol of the tenant's SSO connection, when it has one, counts instead. */
  authType: 'none' | 'saml' | 'oidc';
  customAttributes: Json;
  /** As `domain/directory/tenants/tenant.ts` types it. */
  settings: Json;
  /** Of the settings, what every sign-in and refresh of a member asks: as `session-limits.ts` types it, or empty. */
  sessionLimits: Json;
  enforceSso: Flag;
  /** The role inheritance settings, towards sub-tenants and from the tenant above. */
  passesRoles: Generated<'all' | 'users' | 'none'>;
  inheritsRoles: Generated<'all' | 'users' | 'none'>;
  createdAt: Moment;
}

/** Mail domains whose users join the tenant by themselves. Several tenants may have the same one. */
interface SelfProvisioningDomainsTable {
  projectId: string;
  domain: string;
  tenantId: string;
}

/** Roles that new users of the tenant are given. */
interface TenantDefaultRolesTable {
  projectId: string;
  tenantId: string;
  roleId: string;
}

interface TenantMembersTable {
  projectId: string;
  tenantId: string;
  userId: string;
  createdAt: Moment;
  /** Among those that the user joined at the same time. */
  position: Generated<number>;
}
