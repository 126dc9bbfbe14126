import type { ServiceContext } from './core/context.ts';
import type { Reactions } from './core/reactions.ts';
import { delivery } from './delivery/group.ts';
import { administrators } from './domain/administration/administrators/group.ts';
import { instance } from './domain/administration/instance/group.ts';
import { notServed } from './domain/administration/not-served/group.ts';
import { secretKeys } from './domain/administration/secret-keys/group.ts';
import { snapshots } from './domain/administration/snapshots/group.ts';
import { inWritingOrder } from './domain/administration/snapshots/snapshot.ts';
import { stricterRules } from './domain/administration/stricter-rules/group.ts';
import { transfer } from './domain/administration/transfer/group.ts';
import type { TransferredTable } from './domain/administration/transfer/transferred-table.ts';
import { applicationSignIns } from './domain/applications/application-sign-ins/group.ts';
import { clientRegistration } from './domain/applications/client-registration/group.ts';
import { openidProvider } from './domain/applications/openid-provider/group.ts';
import { samlProvider } from './domain/applications/saml-provider/group.ts';
import { accounts } from './domain/credentials/accounts/group.ts';
import { challenges } from './domain/credentials/challenges/group.ts';
import { enchantedLinks } from './domain/credentials/enchanted-links/group.ts';
import { enrolment } from './domain/credentials/enrolment/group.ts';
import { imports } from './domain/credentials/import/group.ts';
import { magicLinks } from './domain/credentials/magic-links/group.ts';
import { otp } from './domain/credentials/otp/group.ts';
import { passkeys } from './domain/credentials/passkeys/group.ts';
import { passwords } from './domain/credentials/passwords/group.ts';
import { recoveryCodes } from './domain/credentials/recovery-codes/group.ts';
import { securityNotices } from './domain/credentials/security-notices/group.ts';
import { totp } from './domain/credentials/totp/group.ts';
import { accountDeletions } from './domain/directory/account-deletions/group.ts';
import { applicationConsents } from './domain/directory/application-consents/group.ts';
import { connectedApplications } from './domain/directory/applications/group.ts';
import { auditEvents } from './domain/directory/audit-events/group.ts';
import { customAttributes } from './domain/directory/custom-attributes/group.ts';
import { userGroups } from './domain/directory/groups/group.ts';
import { limitedKeys } from './domain/directory/limited-keys/group.ts';
import { permissions } from './domain/directory/permissions/group.ts';
import { roles } from './domain/directory/roles/group.ts';
import { signInRefusals } from './domain/directory/sign-in-refusals/group.ts';
import { tenants } from './domain/directory/tenants/group.ts';
import { users } from './domain/directory/users/group.ts';
import { identities } from './domain/federation/identities/group.ts';
import { oauth } from './domain/federation/oauth/group.ts';
import { relyingParty } from './domain/federation/relying-party/group.ts';
import { scim } from './domain/federation/scim/group.ts';
import { signInExplanation } from './domain/federation/sign-in-explanation/group.ts';
import { signInSummary } from './domain/federation/sign-in-summary/group.ts';
import { sso } from './domain/federation/sso/group.ts';
import { ssoSetupLinks } from './domain/federation/sso-setup-links/group.ts';
import { tenantDomains } from './domain/federation/tenant-domains/group.ts';
import type { Group } from './domain/group.ts';
import { account } from './domain/pages/account/group.ts';
import { applicationSignIn } from './domain/pages/application-sign-in/group.ts';
import { applicationTest } from './domain/pages/application-test/group.ts';
import { applications } from './domain/pages/applications/group.ts';
import { browserSessions } from './domain/pages/browser-sessions/group.ts';
import { components } from './domain/pages/components/group.ts';
import { deviceSignIn } from './domain/pages/device-sign-in/group.ts';
import { pageFlows } from './domain/pages/flows/group.ts';
import { hostedPages } from './domain/pages/hosted-pages/group.ts';
import { impersonationConsent } from './domain/pages/impersonation-consent/group.ts';
import { notMe } from './domain/pages/not-me/group.ts';
import { samlSignIn } from './domain/pages/saml-sign-in/group.ts';
import { singleLogout } from './domain/pages/single-logout/group.ts';
import { ssoSetup } from './domain/pages/sso-setup/group.ts';
import { tenantPage } from './domain/pages/tenant/group.ts';
import { activity } from './domain/project/activity/group.ts';
import { audit } from './domain/project/audit/group.ts';
import { auditStreams } from './domain/project/audit-streams/group.ts';
import { managementKeys } from './domain/project/management-keys/group.ts';
import { messages } from './domain/project/messages/group.ts';
import { projects } from './domain/project/projects/group.ts';
import { rateCounts } from './domain/project/rate-counts/group.ts';
import { webhooks } from './domain/project/webhooks/group.ts';
import { accessKeys } from './domain/sessions/access-keys/group.ts';
import { impersonation } from './domain/sessions/impersonation/group.ts';
import { impersonationRights } from './domain/sessions/impersonation-rights/group.ts';
import { sessions } from './domain/sessions/sessions/group.ts';
import { signInPolicy } from './domain/sessions/sign-in-policy/group.ts';
import { tenantAdministrators } from './domain/sessions/tenant-administrators/group.ts';
import { openedToTenantAdministrators } from './domain/sessions/tenant-administrators/handle-call.ts';
import { tokenManagement } from './domain/sessions/token-management/group.ts';
import { trustedDevices } from './domain/sessions/trusted-devices/group.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { Tables } from './storage/tables.ts';

/**
 * All groups, in the order of the layers: each comes after those that it calls and whose rows its rows refer to. Routes, the sweeper, the
 * rotation of the secret key, project files, snapshots, the diagram in docs/architecture.md and docs/capabilities.md follow from this list.
 */
const described: readonly Group[] = [
  delivery,
  projects,
  rateCounts,
  managementKeys,
  messages,
  webhooks,
  activity,
  audit,
  auditStreams,
  auditEvents,
  signInRefusals,
  limitedKeys,
  customAttributes,
  permissions,
  tenants,
  roles,
  userGroups,
  connectedApplications,
  users,
  applicationConsents,
  accountDeletions,
  trustedDevices,
  signInPolicy,
  impersonationRights,
  sessions,
  tokenManagement,
  accessKeys,
  tenantAdministrators,
  impersonation,
  securityNotices,
  challenges,
  enrolment,
  otp,
  magicLinks,
  enchantedLinks,
  passwords,
  totp,
  passkeys,
  recoveryCodes,
  accounts,
  imports,
  relyingParty,
  sso,
  scim,
  oauth,
  identities,
  tenantDomains,
  ssoSetupLinks,
  signInExplanation,
  signInSummary,
  openidProvider,
  clientRegistration,
  samlProvider,
  applicationSignIns,
  browserSessions,
  hostedPages,
  pageFlows(findEndpoint),
  applicationSignIn,
  samlSignIn,
  singleLogout,
  applicationTest,
  deviceSignIn,
  applications,
  account,
  impersonationConsent,
  ssoSetup,
  tenantPage(findEndpoint),
  notMe,
  components,
  instance,
  administrators,
  secretKeys,
  transfer,
  stricterRules,
  notServed,
];

/** Groups that call endpoints of others by their names get this, because the list of all endpoints follows from the groups. */
function findEndpoint(name: string): Endpoint | undefined {
  return endpoints.find((endpoint) => endpoint.name === name);
}

/** The kinds of files in a snapshot, in the order of writing. */
export const snapshotParts = inWritingOrder(described.flatMap(({ snapshot = [] }) => snapshot));

/** All groups. Snapshots come last, because they consist of what the others declare. */
export const groups: readonly Group[] = [...described, snapshots(snapshotParts)];

const opened = new Map(groups.flatMap(({ opens = {} }) => Object.entries(opens)));

/** All endpoints of the JSON API. Server, description and client are built from this list. */
export const endpoints: Endpoint[] = openedToTenantAdministrators(
  groups.flatMap(({ endpoints = [] }) => endpoints).map(openedToUsers),
);

function openedToUsers(endpoint: Endpoint): Endpoint {
  const forSignedInUsers = opened.get(endpoint.name);
  return forSignedInUsers ? { ...endpoint, forSignedInUsers } : endpoint;
}

/**
 * All columns with sealed values, for the rotation of the secret key. Only the exchange codes are not among them: they live
 * for a minute.
 */
export const sealedColumns = groups.flatMap(({ sealed = [] }) => sealed);

const tables = groups.flatMap(({ tables = {} }) => Object.entries(tables));

/**
 * The tables of a project file, in an order in which each row comes after the rows that it refers to. Those of the audit log come last: a
 * running server seals the unsealed events as they arrive, and must find the head of the chain.
 */
export const transferredTables: readonly TransferredTable[] = tables
  .flatMap(([table, facts]) =>
    'key' in facts ? [{ ...facts, table: table as keyof Tables, key: facts.key.split(' ') }] : [],
  )
  .sort((a, b) => Number(a.isOfAudit ?? false) - Number(b.isOfAudit ?? false));

/** The tables that stay behind, with the reason. */
export const tablesLeftBehind = new Map(
  tables.flatMap(([table, facts]) => ('stays' in facts ? [[table, facts.stays] as const] : [])),
);

/** The handlers of each event, in the order of the groups. */
export const reactions: Reactions = Map.groupBy(
  groups.flatMap(({ on = [] }) => on),
  ({ to }) => to,
);

/** Lets every group delete what has expired and count what has happened since the last time. */
export async function sweep(service: ServiceContext): Promise<void> {
  for (const { sweep } of groups) await sweep?.(service);
}
