import { managementKeyEndpoints } from './domain/management-keys/endpoints.ts';
import { permissionEndpoints } from './domain/permissions/endpoints.ts';
import { roleEndpoints } from './domain/roles/endpoints.ts';
import { sessionEndpoints } from './domain/sessions/endpoints.ts';
import { ssoEndpoints } from './domain/sso/endpoints.ts';
import { ssoSettingsEndpoints } from './domain/sso/settings-endpoints.ts';
import { tenantEndpoints } from './domain/tenants/endpoints.ts';
import { totpEndpoints } from './domain/totp/endpoints.ts';
import { userEndpoints } from './domain/users/endpoints.ts';
import type { Endpoint } from './http/endpoint.ts';

/** Everything that the JSON API offers. Server, description and client are made from this list. */
export const endpoints: readonly Endpoint[] = [
  ...totpEndpoints,
  ...ssoEndpoints,
  ...sessionEndpoints,
  ...userEndpoints,
  ...tenantEndpoints,
  ...ssoSettingsEndpoints,
  ...roleEndpoints,
  ...permissionEndpoints,
  ...managementKeyEndpoints,
];
