import { accessKeyEndpoints } from './domain/access-keys/endpoints.ts';
import { accountEndpoints } from './domain/accounts/endpoints.ts';
import { factorEndpoints } from './domain/accounts/endpoints-factors.ts';
import { activityEndpoints } from './domain/activity/endpoints.ts';
import { consoleEndpoints } from './domain/administrators/endpoints.ts';
import { auditEventEndpoints } from './domain/audit-events/endpoints.ts';
import { customAttributeEndpoints } from './domain/custom-attributes/endpoints.ts';
import { enchantedLinkEndpoints } from './domain/enchanted-links/endpoints.ts';
import { groupEndpoints } from './domain/groups/endpoints.ts';
import { consentEndpoints } from './domain/impersonation/consent-endpoints.ts';
import { impersonationEndpoints } from './domain/impersonation/endpoints.ts';
import { importEndpoints } from './domain/import/endpoints.ts';
import { jwtEndpoints } from './domain/jwt/endpoints.ts';
import { magicLinkEndpoints } from './domain/magic-links/endpoints.ts';
import { managementKeyEndpoints } from './domain/management-keys/endpoints.ts';
import { messageEndpoints } from './domain/messages/endpoints.ts';
import { webhookEndpoints } from './domain/messages/endpoints-webhooks.ts';
import { oauthEndpoints } from './domain/oauth/endpoints.ts';
import { oauthProviderEndpoints } from './domain/oauth/endpoints-providers.ts';
import { providerTokenEndpoints } from './domain/oauth/endpoints-token.ts';
import { otpEndpoints } from './domain/otp/endpoints.ts';
import { passkeyEndpoints } from './domain/passkeys/endpoints.ts';
import { passwordEndpoints } from './domain/passwords/endpoints.ts';
import { passwordManagementEndpoints } from './domain/passwords/management-endpoints.ts';
import { passwordSettingsEndpoints } from './domain/passwords/settings-endpoints.ts';
import { permissionEndpoints } from './domain/permissions/endpoints.ts';
import { projectEndpoints } from './domain/projects/endpoints.ts';
import { roleEndpoints } from './domain/roles/endpoints.ts';
import { sessionEndpoints } from './domain/sessions/endpoints.ts';
import { sessionListEndpoints } from './domain/sessions/endpoints-lists.ts';
import { sessionManagementEndpoints } from './domain/sessions/endpoints-management.ts';
import { snapshotEndpoints } from './domain/snapshots/endpoints.ts';
import { ssoEndpoints } from './domain/sso/endpoints.ts';
import { ssoSettingsEndpoints } from './domain/sso/settings-endpoints.ts';
import { ssoAppEndpoints } from './domain/sso-apps/endpoints.ts';
import { ssoSetupEndpoints } from './domain/sso-setup/endpoints.ts';
import { tenantEndpoints } from './domain/tenants/endpoints.ts';
import { totpEndpoints } from './domain/totp/endpoints.ts';
import { userEndpoints } from './domain/users/endpoints.ts';
import { userSearchEndpoints } from './domain/users/endpoints-search.ts';
import type { Endpoint } from './http/endpoint.ts';

/** Everything that the JSON API offers. Server, description and client are made from this list. */
export const endpoints: readonly Endpoint[] = [
  ...totpEndpoints,
  ...otpEndpoints,
  ...magicLinkEndpoints,
  ...enchantedLinkEndpoints,
  ...passkeyEndpoints,
  ...passwordEndpoints,
  ...oauthEndpoints,
  ...ssoEndpoints,
  ...sessionEndpoints,
  ...sessionListEndpoints,
  ...consentEndpoints,
  ...accountEndpoints,
  ...userEndpoints,
  ...factorEndpoints,
  ...sessionManagementEndpoints,
  ...userSearchEndpoints,
  ...providerTokenEndpoints,
  ...passwordManagementEndpoints,
  ...impersonationEndpoints,
  ...importEndpoints,
  ...customAttributeEndpoints,
  ...tenantEndpoints,
  ...ssoSettingsEndpoints,
  ...oauthProviderEndpoints,
  ...ssoSetupEndpoints,
  ...ssoAppEndpoints,
  ...roleEndpoints,
  ...permissionEndpoints,
  ...jwtEndpoints,
  ...accessKeyEndpoints,
  ...managementKeyEndpoints,
  ...groupEndpoints,
  ...passwordSettingsEndpoints,
  ...auditEventEndpoints,
  ...activityEndpoints,
  ...messageEndpoints,
  ...webhookEndpoints,
  ...projectEndpoints,
  ...snapshotEndpoints,
  ...consoleEndpoints,
];
