import type { Flag, Json, Moment } from './columns.ts';

export interface ScimTables {
  scimUsers: ScimUsersTable;
  scimAddresses: ScimAddressesTable;
  scimDepartures: ScimDeparturesTable;
  scimRequests: ScimRequestsTable;
  scimGroups: ScimGroupsTable;
  scimGroupMembers: ScimGroupMembersTable;
}

/** The statements of a tenant's directory about a user. Members without a row are in the directory, too. */
interface ScimUsersTable {
  projectId: string;
  tenantId: string;
  userId: string;
  /** The ID that the directory gives, or an empty text. */
  externalId: string;
  /**
   * - `member`: the user is a member of the tenant.
   * - `former`: deactivated, and a user of others, too, so only the membership ended.
   * - `deleted`: a user of others whom the directory has deleted, and can bring back.
   */
  state: 'member' | 'former' | 'deleted';
  /** The directory created the account. */
  createdUser: Flag;
  /** The resource as the directory sent it, without what only the server sets. */
  attributes: Json;
  /** The user's own fields after the last change by the directory. A field that differs since was changed elsewhere. */
  seen: Json;
  modifiedAt: Moment;
}

/** The addresses of a user in a directory, and a name that is one: all by which the person could come by themself. */
interface ScimAddressesTable {
  projectId: string;
  tenantId: string;
  userId: string;
  /** The key of the address (core/address-key.ts). */
  addressHash: string;
}

/** The addresses of people whom a directory has removed for good. They do not come back by self-registration. */
interface ScimDeparturesTable {
  projectId: string;
  tenantId: string;
  addressHash: string;
  departedAt: Moment;
}

/** The last requests of a tenant's directory. A row contains no value that the directory sent. */
interface ScimRequestsTable {
  projectId: string;
  tenantId: string;
  /** The response was an error. */
  failed: Flag;
  id: string;
  occurredAt: Moment;
  /** The access key, which may be gone. */
  keyId: string;
  method: string;
  path: string;
  status: number;
  scimType: string;
  detail: string;
}

interface ScimGroupsTable {
  projectId: string;
  tenantId: string;
  id: string;
  displayName: string;
  /** The name, folded: unique in the tenant. */
  foldedName: string;
  externalId: string;
  createdAt: Moment;
  modifiedAt: Moment;
}

interface ScimGroupMembersTable {
  projectId: string;
  tenantId: string;
  groupId: string;
  userId: string;
}
