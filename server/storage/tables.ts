import type { Kysely, Selectable } from 'kysely';

/** The database, or a transaction of it: an operation cannot tell, and need not. */
export type Db = Kysely<Tables>;

/** Milliseconds since 1970. */
type Moment = number;

/** A boolean as both engines can store and compare it. */
export type Flag = 0 | 1;

/** JSON as text. */
type Json = string;

export interface Tables {
  projects: ProjectsTable;
  signingKeys: SigningKeysTable;
  managementKeys: ManagementKeysTable;
  users: UsersTable;
  loginIds: LoginIdsTable;
  userRoles: UserRolesTable;
  tenants: TenantsTable;
  tenantMembers: TenantMembersTable;
  selfProvisioningDomains: SelfProvisioningDomainsTable;
  tenantDefaultRoles: TenantDefaultRolesTable;
  roles: RolesTable;
  permissions: PermissionsTable;
  rolePermissions: RolePermissionsTable;
  sessions: SessionsTable;
  totpCredentials: TotpCredentialsTable;
  totpSignUps: TotpSignUpsTable;
  ssoConnections: SsoConnectionsTable;
  ssoDomains: SsoDomainsTable;
  ssoRequests: SsoRequestsTable;
  ssoIdentities: SsoIdentitiesTable;
  ssoAssertions: SsoAssertionsTable;
  ssoCodes: SsoCodesTable;
  auditEvents: AuditEventsTable;
}

export interface ProjectsTable {
  id: string;
  name: string;
  settings: Json;
  createdAt: Moment;
}

export interface SigningKeysTable {
  projectId: string;
  /** `kid` of the JWKS. */
  id: string;
  algorithm: 'RS256' | 'ES256';
  publicJwk: Json;
  sealedPrivateKey: string;
  createdAt: Moment;
  /** It is published from the start and signs from here on, so that caches have it before they need it. */
  signsFrom: Moment;
  /** It is published until here: when its last token has run out. */
  retiresAt: Moment | null;
}

export interface ManagementKeysTable {
  projectId: string;
  id: string;
  name: string;
  hash: string;
  status: 'active' | 'inactive';
  createdAt: Moment;
  expiresAt: Moment | null;
}

export interface UsersTable {
  projectId: string;
  id: string;
  status: 'invited' | 'enabled' | 'disabled';
  name: string;
  givenName: string;
  middleName: string;
  familyName: string;
  email: string;
  verifiedEmail: Flag;
  phone: string;
  verifiedPhone: Flag;
  picture: string;
  test: Flag;
  customAttributes: Json;
  createdAt: Moment;
  modifiedAt: Moment;
}

export interface LoginIdsTable {
  projectId: string;
  /** Folded: what uniqueness is decided on. */
  loginId: string;
  userId: string;
  /** As it was given. */
  written: string;
  /** 0 is the login ID that the user was made with. */
  position: number;
}

export interface TenantsTable {
  projectId: string;
  id: string;
  name: string;
  /** The name, folded: unique in the project. */
  foldedName: string;
  parentId: string | null;
  /** What the administrator wrote. The protocol of the tenant's SSO connection, when it has one, counts instead. */
  authType: 'none' | 'saml' | 'oidc';
  customAttributes: Json;
  /** As `domain/tenants/tenant.ts` types it. */
  settings: Json;
  createdAt: Moment;
}

/** Mail domains whose users join the tenant by themselves. Several tenants may have the same one. */
export interface SelfProvisioningDomainsTable {
  projectId: string;
  domain: string;
  tenantId: string;
}

/** Roles that new users of the tenant are given. */
export interface TenantDefaultRolesTable {
  projectId: string;
  tenantId: string;
  roleId: string;
}

export interface TenantMembersTable {
  projectId: string;
  tenantId: string;
  userId: string;
  createdAt: Moment;
}

export interface RolesTable {
  projectId: string;
  id: string;
  /** Empty: a role of the project, which can be given in every tenant too. */
  tenantId: string;
  /** Unique in its tenant, or among the roles of the project. */
  name: string;
  /** For searching. */
  foldedName: string;
  description: string;
  /** New users are given it. */
  isDefault: Flag;
  isPrivate: Flag;
  createdAt: Moment;
}

export interface PermissionsTable {
  projectId: string;
  id: string;
  name: string;
  description: string;
  createdAt: Moment;
}

export interface RolePermissionsTable {
  projectId: string;
  roleId: string;
  permissionId: string;
}

export interface UserRolesTable {
  projectId: string;
  userId: string;
  /** Where the user holds the role; empty: in the project. */
  tenantId: string;
  roleId: string;
  /** `sso` when a group of the tenant's identity provider gave it, which can then take it away. */
  source: 'manual' | 'sso';
}

export interface SessionsTable {
  projectId: string;
  id: string;
  userId: string;
  /** JSON array: RFC 8176 values. */
  amr: Json;
  /** The selected tenant (`dct`), or empty. */
  tenantId: string;
  customClaims: Json;
  /** Hash of the ID of the one refresh token that is valid now. */
  tokenHash: string;
  /** Hash of the ID of the token before it, honoured for the grace time. */
  previousTokenHash: string;
  rotatedAt: Moment;
  createdAt: Moment;
  /** Absolute end; each refresh token also ends by itself when it is idle too long. */
  expiresAt: Moment;
  remoteAddress: string;
  userAgent: string;
}

export interface TotpCredentialsTable {
  projectId: string;
  userId: string;
  sealedSecret: string;
  /** The last time step that was accepted: each later one is accepted once. */
  lastStep: number;
  failures: number;
  nextAttemptAt: Moment;
  createdAt: Moment;
}

export interface TotpSignUpsTable {
  projectId: string;
  /** Folded. One sign-up at a time for a login ID: the newest. */
  loginId: string;
  /** The user who adds TOTP; empty: nobody yet, a sign-up. */
  userId: string;
  sealedSecret: string;
  details: Json;
  attempts: number;
  createdAt: Moment;
  expiresAt: Moment;
}

export interface SsoConnectionsTable {
  projectId: string;
  tenantId: string;
  id: string;
  name: string;
  protocol: 'none' | 'saml';
  /** Everything that the administrator sets, as `domain/sso/connection.ts` types it. */
  settings: Json;
  spCertificate: string;
  sealedSpKey: string;
  createdAt: Moment;
  modifiedAt: Moment;
}

export interface SsoDomainsTable {
  projectId: string;
  domain: string;
  tenantId: string;
  connectionId: string;
}

export interface SsoRequestsTable {
  projectId: string;
  /** Hash of the AuthnRequest's ID. */
  idHash: string;
  tenantId: string;
  connectionId: string;
  /** Hash of the cookie of the browser that started; empty until that browser has passed our own page. */
  browserHash: string;
  /** JSON: where to go afterwards, login options, the request itself. */
  state: Json;
  expiresAt: Moment;
}

export interface SsoIdentitiesTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** NameID. */
  subject: string;
  userId: string;
  /** JSON array: the groups that the identity provider named at the last sign-in. */
  groups: Json;
  createdAt: Moment;
}

export interface SsoAssertionsTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** Hash of the assertion's ID. */
  idHash: string;
  expiresAt: Moment;
}

export interface SsoCodesTable {
  projectId: string;
  codeHash: string;
  userId: string;
  /** JSON: what the session will be made of. */
  grant: Json;
  expiresAt: Moment;
}

export interface AuditEventsTable {
  projectId: string;
  id: string;
  occurredAt: Moment;
  action: string;
  actorType: string;
  actorId: string;
  /** The user whom it is about, or empty. */
  userId: string;
  tenantId: string;
  method: string;
  remoteAddress: string;
  data: Json;
}

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;
