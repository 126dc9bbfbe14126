import type { Tables } from '../../../storage/tables.ts';

export interface TransferredTable {
  table: keyof Tables & string;
  /** The primary key without the project, by which rows are read in pages. */
  key: readonly string[];
  /** Columns that the database computes. */
  computed?: readonly string[];
  /** The column that refers to a row of the same table: rows come after the row that they refer to. */
  parent?: string;
}

const table = (
  table: keyof Tables & string,
  key: string,
  more?: Pick<TransferredTable, 'computed' | 'parent'>,
): TransferredTable => ({ table, key: key.split(' '), ...more });

/** The tables of a project file, in an order in which each row comes after the rows that it refers to. */
export const transferredTables: readonly TransferredTable[] = [
  table('signingKeys', 'id'),
  table('applicationKeys', 'id'),
  table('assertionKeys', 'id'),
  table('managementKeys', 'id'),
  table('logos', 'name'),
  table('customAttributes', 'owner id'),
  table('permissions', 'id'),
  table('roles', 'id'),
  table('rolePermissions', 'roleId permissionId'),
  table('tenants', 'id', { parent: 'parentId' }),
  table('selfProvisioningDomains', 'domain tenantId'),
  table('tenantDefaultRoles', 'tenantId roleId'),
  table('passwordSettings', 'tenantId'),
  table('signInPolicies', 'scope subjectId', { computed: ['tenant', 'role'] }),
  table('messageConnectors', 'channel'),
  table('messageTemplates', 'templateId kind channel locale'),
  table('webhooks', 'id'),
  table('oauthProviders', 'id'),
  table('ssoConnections', 'tenantId id'),
  table('ssoDomains', 'domain'),
  table('ssoTests', 'tenantId connectionId'),
  table('ssoSetupLinks', 'id'),
  table('ssoAssertions', 'tenantId connectionId idHash'),
  table('ssoApps', 'id'),
  table('ssoAppSecrets', 'ssoAppId id'),
  table('samlAppKeys', 'ssoAppId id'),
  table('inboundApps', 'id'),
  table('inboundAppSecrets', 'appId id'),
  table('mcpServers', 'id'),
  table('users', 'id'),
  table('loginIds', 'loginId'),
  table('tenantMembers', 'userId tenantId'),
  table('userRoles', 'userId tenantId roleId', { computed: ['memberOf'] }),
  table('userSsoApps', 'userId ssoAppId'),
  table('passwords', 'userId'),
  table('passwordAttempts', 'subject'),
  table('totpCredentials', 'userId'),
  table('secondFactorAsks', 'userId'),
  table('accountDeletions', 'userId'),
  table('passkeys', 'credentialId'),
  table('recoveryCodes', 'userId codeHash'),
  table('trustedDevices', 'userId id'),
  table('oauthIdentities', 'providerId issuer subject'),
  table('ssoIdentities', 'tenantId connectionId subject'),
  table('ssoTokens', 'tenantId connectionId subject'),
  table('impersonationConsents', 'userId impersonatorId tenantId', { computed: ['impersonator', 'tenant'] }),
  table('consents', 'id', { computed: ['ofUser', 'ofTenant'] }),
  table('accessKeys', 'id'),
  table('accessKeyTenants', 'keyId tenantId'),
  table('accessKeyRoles', 'keyId tenantId roleId'),
  table('sessions', 'id'),
  table('applicationSessions', 'sessionId'),
  table('samlParticipants', 'browserSessionId ssoAppId'),
  table('pairwiseSectors', 'sector'),
  table('seenDevices', 'userId deviceHash'),
];

/**
 * The tables of the audit log, for `--with-audit`. The events come late: a running server seals the unsealed ones as they arrive, and must
 * find the head of the chain. The streams come after them, because a stream sends what is there.
 */
export const auditTables: readonly TransferredTable[] = [
  table('auditKeys', 'number'),
  table('auditRemovals', 'sequence'),
  table('auditSeals', 'firstSequence'),
  table('activityCounts', 'span startsAt action method device'),
  table('activityTenantCounts', 'span tenantId startsAt action method device'),
  table('activityProgress', 'sequence'),
  table('activeUsers', 'startsAt userId'),
  table('auditEvents', 'id'),
  table('auditStreams', 'id'),
];

const minutes = 'lives for minutes';
const searchIndex = 'the search index, which the import computes';

/** The tables that stay behind, with the reason. */
export const tablesLeftOut: Partial<Record<keyof Tables, string>> = {
  projects: 'the first line of the file has the project',
  challenges: minutes,
  exchangeCodes: minutes,
  authorizationCodes: minutes,
  pushedRequests: minutes,
  usedClientAssertions: minutes,
  deviceRequests: minutes,
  dpopProofs: minutes,
  samlLogouts: minutes,
  endedSessions: minutes,
  totpSignUps: minutes,
  passkeyCeremonies: minutes,
  oauthRequests: minutes,
  ssoRequests: minutes,
  consentLinks: minutes,
  securityNotices: 'their links lead to this instance',
  outbox: 'the instance that wrote a message sends it',
  rateCounts: 'counts the requests to this instance',
  messageLimits: 'counts the messages of this instance',
  ssoFailures: 'a log for the administrator of this instance',
  searchedUsers: searchIndex,
  userTexts: searchIndex,
  searchFacets: searchIndex,
  userFacets: searchIndex,
  userCounts: searchIndex,
  movedClientIds: 'the import claims the client IDs that are free here',
  leases: 'belongs to the instance',
  secretKeys: 'belongs to the instance',
};
