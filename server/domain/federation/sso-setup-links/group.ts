import { group } from '../../group.ts';
import { ssoSetupEndpoints } from './endpoints.ts';
import { deleteExpiredSetupLinks } from './setup-link.ts';

export const ssoSetupLinks = group({
  name: 'federation/sso-setup-links',
  tables: { ssoSetupLinks: { key: 'id' } },
  endpoints: ssoSetupEndpoints,
  sweep: deleteExpiredSetupLinks,
});
