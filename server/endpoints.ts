import { consoleEndpoints } from './domain/administration/administrators/endpoints.ts';
import { instanceEndpoints } from './domain/administration/instance/endpoints.ts';
import { snapshotEndpoints } from './domain/administration/snapshots/endpoints.ts';
import { stricterRuleEndpoints } from './domain/administration/stricter-rules/endpoints.ts';
import { applicationSignInEndpoints } from './domain/applications/application-sign-ins/endpoints.ts';
import { accountEndpoints } from './domain/credentials/accounts/endpoints.ts';
import { factorEndpoints } from './domain/credentials/accounts/endpoints-factors.ts';
import { enchantedLinkEndpoints } from './domain/credentials/enchanted-links/endpoints.ts';
import { importEndpoints } from './domain/credentials/import/endpoints.ts';
import { magicLinkEndpoints } from './domain/credentials/magic-links/endpoints.ts';
import { otpEndpoints } from './domain/credentials/otp/endpoints.ts';
import { passkeyEndpoints } from './domain/credentials/passkeys/endpoints.ts';
import { passwordEndpoints } from './domain/credentials/passwords/endpoints.ts';
import { passwordManagementEndpoints } from './domain/credentials/passwords/endpoints-management.ts';
import { passwordSettingsEndpoints } from './domain/credentials/passwords/settings/endpoints.ts';
import { recoveryCodeEndpoints } from './domain/credentials/recovery-codes/endpoints.ts';
import { totpEndpoints } from './domain/credentials/totp/endpoints.ts';
import { applicationConsentEndpoints } from './domain/directory/application-consents/endpoints.ts';
import { auditEventEndpoints } from './domain/directory/audit-events/endpoints.ts';
import { customAttributeEndpoints } from './domain/directory/custom-attributes/endpoints.ts';
import { groupEndpoints } from './domain/directory/groups/endpoints.ts';
import { inboundAppEndpoints } from './domain/directory/inbound-apps/endpoints.ts';
import { mcpServerEndpoints } from './domain/directory/mcp-servers/endpoints.ts';
import { permissionEndpoints } from './domain/directory/permissions/endpoints.ts';
import { roleEndpoints } from './domain/directory/roles/endpoints.ts';
import { tenantRoleEndpoints } from './domain/directory/roles/endpoints-tenants.ts';
import { ssoAppEndpoints } from './domain/directory/sso-apps/endpoints.ts';
import { tenantEndpoints } from './domain/directory/tenants/endpoints.ts';
import { userEndpoints } from './domain/directory/users/endpoints.ts';
import { userSearchEndpoints } from './domain/directory/users/search/endpoints.ts';
import { oauthEndpoints } from './domain/federation/oauth/endpoints.ts';
import { oauthProviderEndpoints } from './domain/federation/oauth/providers/endpoints.ts';
import { providerTokenEndpoints } from './domain/federation/oauth/tokens/endpoints.ts';
import { explanationEndpoints } from './domain/federation/sign-in-explanation/endpoints.ts';
import { signInSummaryEndpoints } from './domain/federation/sign-in-summary/endpoints.ts';
import { ssoEndpoints } from './domain/federation/sso/endpoints.ts';
import { ssoSettingsEndpoints } from './domain/federation/sso/settings/endpoints.ts';
import { ssoSetupEndpoints } from './domain/federation/sso-setup-links/endpoints.ts';
import { activityEndpoints } from './domain/project/activity/endpoints.ts';
import { auditStreamEndpoints } from './domain/project/audit-streams/endpoints.ts';
import { managementKeyEndpoints } from './domain/project/management-keys/endpoints.ts';
import { messageEndpoints } from './domain/project/messages/endpoints.ts';
import { projectEndpoints } from './domain/project/projects/endpoints.ts';
import { webhookEndpoints } from './domain/project/webhooks/endpoints.ts';
import { accessKeyEndpoints } from './domain/sessions/access-keys/endpoints.ts';
import { impersonationEndpoints } from './domain/sessions/impersonation/endpoints.ts';
import { consentEndpoints } from './domain/sessions/impersonation/endpoints-consent.ts';
import { jwtEndpoints } from './domain/sessions/jwt/endpoints.ts';
import { endedSessionEndpoints } from './domain/sessions/sessions/ended/endpoints.ts';
import { sessionEndpoints } from './domain/sessions/sessions/endpoints.ts';
import { sessionManagementEndpoints } from './domain/sessions/sessions/endpoints-management.ts';
import { sessionListEndpoints } from './domain/sessions/sessions/lists/endpoints.ts';
import { signInPolicyEndpoints } from './domain/sessions/sign-in-policy/endpoints.ts';
import type { Endpoint } from './http/endpoint.ts';

/** All endpoints of the JSON API. Server, description and client are built from this list. */
export const endpoints: readonly Endpoint[] = [
  ...totpEndpoints,
  ...recoveryCodeEndpoints,
  ...otpEndpoints,
  ...magicLinkEndpoints,
  ...enchantedLinkEndpoints,
  ...passkeyEndpoints,
  ...passwordEndpoints,
  ...oauthEndpoints,
  ...ssoEndpoints,
  ...sessionEndpoints,
  ...sessionListEndpoints,
  ...endedSessionEndpoints,
  ...consentEndpoints,
  ...accountEndpoints,
  ...userEndpoints,
  ...explanationEndpoints,
  ...signInSummaryEndpoints,
  ...factorEndpoints,
  ...sessionManagementEndpoints,
  ...userSearchEndpoints,
  ...providerTokenEndpoints,
  ...passwordManagementEndpoints,
  ...impersonationEndpoints,
  ...importEndpoints,
  ...customAttributeEndpoints,
  ...tenantEndpoints,
  ...tenantRoleEndpoints,
  ...ssoSettingsEndpoints,
  ...oauthProviderEndpoints,
  ...ssoSetupEndpoints,
  ...inboundAppEndpoints,
  ...applicationConsentEndpoints,
  ...mcpServerEndpoints,
  ...ssoAppEndpoints,
  ...applicationSignInEndpoints,
  ...roleEndpoints,
  ...permissionEndpoints,
  ...signInPolicyEndpoints,
  ...jwtEndpoints,
  ...accessKeyEndpoints,
  ...managementKeyEndpoints,
  ...groupEndpoints,
  ...passwordSettingsEndpoints,
  ...auditEventEndpoints,
  ...activityEndpoints,
  ...messageEndpoints,
  ...webhookEndpoints,
  ...auditStreamEndpoints,
  ...projectEndpoints,
  ...snapshotEndpoints,
  ...instanceEndpoints,
  ...stricterRuleEndpoints,
  ...consoleEndpoints,
];
