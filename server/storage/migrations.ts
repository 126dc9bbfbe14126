import type { Migration } from 'kysely/migration';
import { projects } from './migrations/0001-projects.ts';
import { tenantsAndRoles } from './migrations/0002-tenants-and-roles.ts';
import { users } from './migrations/0003-users.ts';
import { sessions } from './migrations/0004-sessions.ts';
import { totp } from './migrations/0005-totp.ts';
import { sso } from './migrations/0006-sso.ts';
import { audit } from './migrations/0007-audit.ts';
import { customAttributes } from './migrations/0008-custom-attributes.ts';
import { ssoApps } from './migrations/0009-sso-apps.ts';
import { userSsoApps } from './migrations/0010-user-sso-apps.ts';
import { accessKeys } from './migrations/0012-access-keys.ts';
import { passwordSettings } from './migrations/0013-password-settings.ts';
import { passwords } from './migrations/0014-passwords.ts';
import { userSearch } from './migrations/0015-user-search.ts';
import { auditChain } from './migrations/0016-audit-chain.ts';
import { clientAssertions } from './migrations/0017-client-assertions.ts';
import { impersonation } from './migrations/0018-impersonation.ts';
import { messages } from './migrations/0019-messages.ts';
import { challenges } from './migrations/0020-challenges.ts';
import { oauth } from './migrations/0022-oauth.ts';
import { passkeys } from './migrations/0023-passkeys.ts';
import { ssoOidc } from './migrations/0024-sso-oidc.ts';
import { activity } from './migrations/0026-activity.ts';
import { keyUse } from './migrations/0028-key-use.ts';
import { messageRetry } from './migrations/0029-message-retry.ts';
import { ownClaims } from './migrations/0030-own-claims.ts';
import { challengeSessions } from './migrations/0031-challenge-sessions.ts';
import { selfGiven } from './migrations/0032-self-given.ts';
import { pendingOperations } from './migrations/0033-pending-operations.ts';
import { passwordResets } from './migrations/0034-password-resets.ts';
import { ssoIdentities } from './migrations/0035-sso-identities.ts';
import { ssoSessions } from './migrations/0036-sso-sessions.ts';
import { verifiedAddresses } from './migrations/0040-verified-addresses.ts';
import { ssoTokens } from './migrations/0041-sso-tokens.ts';
import { roleInheritance } from './migrations/0042-role-inheritance.ts';
import { userTextTail } from './migrations/0043-user-text-tail.ts';
import { narrowSearchUpdates } from './migrations/0044-narrow-search-updates.ts';
import { searchChanges } from './migrations/0045-search-changes.ts';
import { withoutRowid } from './migrations/0046-without-rowid.ts';
import { secretKeys } from './migrations/0048-secret-keys.ts';
import { migrationNeeds } from './migrations/0049-migration-needs.ts';
import { projectImports } from './migrations/0051-project-imports.ts';
import { rateCounts } from './migrations/0054-rate-counts.ts';
import { endedSessions } from './migrations/0055-ended-sessions.ts';
import { auditStreams } from './migrations/0056-audit-streams.ts';
import { signInPolicies } from './migrations/0057-sign-in-policies.ts';
import { recoveryCodes } from './migrations/0058-recovery-codes.ts';
import { trustedDevices } from './migrations/0059-trusted-devices.ts';
import { securityNotices } from './migrations/0060-security-notices.ts';
import { accountDeletions } from './migrations/0061-account-deletions.ts';
import { openidProvider } from './migrations/0064-openid-provider.ts';
import { clientRequests } from './migrations/0067-client-requests.ts';
import { deviceAndDpop } from './migrations/0068-device-and-dpop.ts';
import { inboundApps } from './migrations/0070-inbound-apps.ts';
import { samlAppKeys } from './migrations/0071-saml-app-keys.ts';
import { applicationEvents } from './migrations/0072-application-events.ts';
import { logos } from './migrations/0073-logos.ts';
import { activeUsers } from './migrations/0074-active-users.ts';
import { samlLogout } from './migrations/0076-saml-logout.ts';
import { textIndexMerges } from './migrations/0078-text-index-merges.ts';
import { firstSearchChanges } from './migrations/0079-first-search-changes.ts';
import { textIndexList } from './migrations/0080-text-index-list.ts';
import { applicationKeys } from './migrations/0081-application-keys.ts';
import { shownConsents } from './migrations/0083-shown-consents.ts';
import { instanceKeys } from './migrations/0086-instance-keys.ts';
import { clientIds } from './migrations/0087-client-ids.ts';
import { anonymousSessionsOfTenants } from './migrations/0088-anonymous-sessions-of-tenants.ts';
import { tenantsInReach } from './migrations/0090-tenants-in-reach.ts';
import { reachBegins } from './migrations/0091-reach-begins.ts';
import { trustedDeviceFactors } from './migrations/0093-trusted-device-factors.ts';
import { disabledTenants } from './migrations/0094-disabled-tenants.ts';
import { sessionsOfTenants } from './migrations/0095-sessions-of-tenants.ts';
import { mailboxes } from './migrations/0096-mailboxes.ts';
import { identityUse } from './migrations/0100-identity-use.ts';
import { providerReadings } from './migrations/0101-provider-readings.ts';
import { importedUsers } from './migrations/0103-imported-users.ts';
import { factorsElsewhere } from './migrations/0104-factors-elsewhere.ts';
import { typedNames } from './migrations/0105-typed-names.ts';
import { textStarts } from './migrations/0106-text-starts.ts';
import { lastSignIn } from './migrations/0107-last-sign-in.ts';
import { tenantAdministrators } from './migrations/0109-tenant-administrators.ts';
import { scim } from './migrations/0110-scim.ts';
import { tenantDomains } from './migrations/0112-tenant-domains.ts';
import { directoryAddresses } from './migrations/0115-directory-addresses.ts';
import { disabledIn } from './migrations/0116-disabled-in.ts';
import { directoryRequests } from './migrations/0117-directory-requests.ts';
import { setupLinkState } from './migrations/0118-setup-link-state.ts';
import { claimedBy } from './migrations/0119-claimed-by.ts';
import { flowExecutions } from './migrations/0120-flow-executions.ts';
import { flows } from './migrations/0121-flows.ts';
import { answeredFlows } from './migrations/0123-answered-flows.ts';
import { auditBlocks } from './migrations/0124-audit-blocks.ts';
import { auditIndexes } from './migrations/0125-audit-indexes.ts';
import { searchBlocks } from './migrations/0126-search-blocks.ts';
import { searchWithoutTriggers } from './migrations/0127-search-without-triggers.ts';
import { distributable } from './migrations/0128-distributable.ts';
import { searchNumbers } from './migrations/0129-search-numbers.ts';
import { unfinishedFolds } from './migrations/0130-unfinished-folds.ts';
import { givenNumbers } from './migrations/0131-given-numbers.ts';
import { firstTwoLetters } from './migrations/0132-first-two-letters.ts';
import type { Migrations, StatedMigration } from './needs.ts';

/** The migrations of the time before 0049, which cannot state what they need. Nothing is added here. */
const unstated: Record<string, Migration> = {
  '0001-projects': projects,
  '0002-tenants-and-roles': tenantsAndRoles,
  '0003-users': users,
  '0004-sessions': sessions,
  '0005-totp': totp,
  '0006-sso': sso,
  '0007-audit': audit,
  '0008-custom-attributes': customAttributes,
  '0009-sso-apps': ssoApps,
  '0010-user-sso-apps': userSsoApps,
  '0012-access-keys': accessKeys,
  '0013-password-settings': passwordSettings,
  '0014-passwords': passwords,
  '0015-user-search': userSearch,
  '0016-audit-chain': auditChain,
  '0017-client-assertions': clientAssertions,
  '0018-impersonation': impersonation,
  '0019-messages': messages,
  '0020-challenges': challenges,
  '0022-oauth': oauth,
  '0023-passkeys': passkeys,
  '0024-sso-oidc': ssoOidc,
  '0026-activity': activity,
  '0028-key-use': keyUse,
  '0029-message-retry': messageRetry,
  '0030-own-claims': ownClaims,
  '0031-challenge-sessions': challengeSessions,
  '0032-self-given': selfGiven,
  '0033-pending-operations': pendingOperations,
  '0034-password-resets': passwordResets,
  '0035-sso-identities': ssoIdentities,
  '0036-sso-sessions': ssoSessions,
  '0040-verified-addresses': verifiedAddresses,
  '0041-sso-tokens': ssoTokens,
  '0042-role-inheritance': roleInheritance,
  '0043-user-text-tail': userTextTail,
  '0044-narrow-search-updates': narrowSearchUpdates,
  '0045-search-changes': searchChanges,
  '0046-without-rowid': withoutRowid,
  '0048-secret-keys': secretKeys,
};

/** Every later migration states which versions can work on the schema after it (docs/releases.md). */
const stated: Record<string, StatedMigration> = {
  '0049-migration-needs': migrationNeeds,
  '0051-project-imports': projectImports,
  '0054-rate-counts': rateCounts,
  '0055-ended-sessions': endedSessions,
  '0056-audit-streams': auditStreams,
  '0057-sign-in-policies': signInPolicies,
  '0058-recovery-codes': recoveryCodes,
  '0059-trusted-devices': trustedDevices,
  '0060-security-notices': securityNotices,
  '0061-account-deletions': accountDeletions,
  '0064-openid-provider': openidProvider,
  '0067-client-requests': clientRequests,
  '0068-device-and-dpop': deviceAndDpop,
  '0070-inbound-apps': inboundApps,
  '0071-saml-app-keys': samlAppKeys,
  '0072-application-events': applicationEvents,
  '0073-logos': logos,
  '0074-active-users': activeUsers,
  '0076-saml-logout': samlLogout,
  '0078-text-index-merges': textIndexMerges,
  '0079-first-search-changes': firstSearchChanges,
  '0080-text-index-list': textIndexList,
  '0081-application-keys': applicationKeys,
  '0083-shown-consents': shownConsents,
  '0086-instance-keys': instanceKeys,
  '0087-client-ids': clientIds,
  '0088-anonymous-sessions-of-tenants': anonymousSessionsOfTenants,
  '0090-tenants-in-reach': tenantsInReach,
  '0091-reach-begins': reachBegins,
  '0093-trusted-device-factors': trustedDeviceFactors,
  '0094-disabled-tenants': disabledTenants,
  '0095-sessions-of-tenants': sessionsOfTenants,
  '0096-mailboxes': mailboxes,
  '0100-identity-use': identityUse,
  '0101-provider-readings': providerReadings,
  '0103-imported-users': importedUsers,
  '0104-factors-elsewhere': factorsElsewhere,
  '0105-typed-names': typedNames,
  '0106-text-starts': textStarts,
  '0107-last-sign-in': lastSignIn,
  '0109-tenant-administrators': tenantAdministrators,
  '0110-scim': scim,
  '0112-tenant-domains': tenantDomains,
  '0115-directory-addresses': directoryAddresses,
  '0116-disabled-in': disabledIn,
  '0117-directory-requests': directoryRequests,
  '0118-setup-link-state': setupLinkState,
  '0119-claimed-by': claimedBy,
  '0120-flow-executions': flowExecutions,
  '0121-flows': flows,
  '0123-answered-flows': answeredFlows,
  '0124-audit-blocks': auditBlocks,
  '0125-audit-indexes': auditIndexes,
  '0126-search-blocks': searchBlocks,
  '0127-search-without-triggers': searchWithoutTriggers,
  '0128-distributable': distributable,
  '0129-search-numbers': searchNumbers,
  '0130-unfinished-folds': unfinishedFolds,
  '0131-given-numbers': givenNumbers,
  '0132-first-two-letters': firstTwoLetters,
};

/** The migrations in order. A released migration is never edited; a later one corrects it. */
export const migrations: Migrations = { ...unstated, ...stated };
