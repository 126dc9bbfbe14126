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
  /** The administrator's setting. The protocol of the tenant's SSO connection takes precedence. */
  authType: 'none' | 'saml' | 'oidc';
  customAttributes: Json;
  /** As `domain/directory/tenants/tenant.ts` types it. */
  settings: Json;
  /** The settings that every sign-in and refresh of a member reads: as `session-limits.ts` types them, or empty. */
  sessionLimits: Json;
  enforceSso: Flag;
  /** When the tenant began to enforce SSO, or 0. Sessions and memberships from before are not affected. */
  enforceSsoSince: Generated<Moment>;
  /** The tenant is out of reach of every session and access key. The settings contain the same. */
  disabled: Generated<Flag>;
  /** When the tenant was last enabled, stopped enforcing SSO or exempted further users from it; 0: never. */
  openSince: Generated<Moment>;
  /** When roles last began to pass into the tenant or on from it, since its creation; 0: never. */
  inheritsSince: Generated<Moment>;
  /** The role inheritance settings, towards sub-tenants and from the parent tenant. */
  passesRoles: Generated<'all' | 'users' | 'none'>;
  inheritsRoles: Generated<'all' | 'users' | 'none'>;
  createdAt: Moment;
}

/** Mail domains whose users join the tenant automatically. Several tenants may share one. */
interface SelfProvisioningDomainsTable {
  projectId: string;
  domain: string;
  tenantId: string;
}

/** Roles that new users of the tenant get. */
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
  /** The position among tenants that the user joined at the same time. */
  position: Generated<number>;
}
