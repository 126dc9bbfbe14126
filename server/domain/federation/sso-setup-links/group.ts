import { on } from '../../../core/event.ts';
import { group } from '../../group.ts';
import { connectionDeleting } from '../sso/events.ts';
import { ssoSetupEndpoints } from './endpoints.ts';
import { deleteExpiredSetupLinks, revokeSetupLinks } from './setup-link.ts';

export const ssoSetupLinks = group({
  name: 'federation/sso-setup-links',
  tables: { ssoSetupLinks: { key: 'id' } },
  endpoints: ssoSetupEndpoints,
  sweep: deleteExpiredSetupLinks,
  on: [on(connectionDeleting, revokeSetupLinks)],
});
