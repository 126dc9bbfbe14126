import { group } from '../../group.ts';
import type { FindEndpoint } from './call.ts';
import { mountTenantPage } from './pages.ts';

/** The group calls endpoints of others by their names, as an administrator of a tenant. */
export const tenantPage = (find: FindEndpoint) =>
  group({
    name: 'pages/tenant',
    pages: (app, service, count) => mountTenantPage(app, service, { find, count }),
  });
