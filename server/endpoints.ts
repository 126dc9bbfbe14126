import { accessKeyEndpoints } from './domain/access-keys/endpoints.ts';
import { auditEndpoints } from './domain/audit/endpoints.ts';
import { customAttributeEndpoints } from './domain/custom-attributes/endpoints.ts';
import { groupEndpoints } from './domain/groups/endpoints.ts';
import { importEndpoints } from './domain/import/endpoints.ts';
import { managementKeyEndpoints } from './domain/management-keys/endpoints.ts';
import { passwordEndpoints } from './domain/passwords/endpoints.ts';
import { passwordManagementEndpoints } from './domain/passwords/management-endpoints.ts';
import { passwordSettingsEndpoints } from './domain/passwords/settings-endpoints.ts';
import { permissionEndpoints } from './domain/permissions/endpoints.ts';
import { projectEndpoints } from './domain/projects/endpoints.ts';
import { roleEndpoints } from './domain/roles/endpoints.ts';
import { sessionEndpoints } from './domain/sessions/endpoints.ts';
import { ssoEndpoints } from './domain/sso/endpoints.ts';
import { ssoSettingsEndpoints } from './domain/sso/settings-endpoints.ts';
import { ssoAppEndpoints } from './domain/sso-apps/endpoints.ts';
import { tenantEndpoints } from './domain/tenants/endpoints.ts';
import { totpEndpoints } from './domain/totp/endpoints.ts';
import { userEndpoints } from './domain/users/endpoints.ts';
import { userSearchEndpoints } from './domain/users/endpoints-search.ts';
import type { Endpoint } from './http/endpoint.ts';

/** Everything that the JSON API offers. Server, description and client are made from this list. */
export const endpoints: readonly Endpoint[] = [
  ...totpEndpoints,
  ...passwordEndpoints,
  ...ssoEndpoints,
  ...sessionEndpoints,
  ...userEndpoints,
  ...userSearchEndpoints,
  ...passwordManagementEndpoints,
  ...importEndpoints,
  ...customAttributeEndpoints,
  ...tenantEndpoints,
  ...ssoSettingsEndpoints,
  ...ssoAppEndpoints,
  ...roleEndpoints,
  ...permissionEndpoints,
  ...accessKeyEndpoints,
  ...managementKeyEndpoints,
  ...groupEndpoints,
  ...passwordSettingsEndpoints,
  ...auditEndpoints,
  ...projectEndpoints,
];
