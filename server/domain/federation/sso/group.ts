import { on } from '../../../core/event.ts';
import { membershipsEnding, tenantDeleting } from '../../directory/tenants/events.ts';
import { holderLeaving, tenantsLeaving } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { sealedSpKeys } from './connection.ts';
import { ssoEndpoints } from './endpoints.ts';
import {
  forgetIdentities,
  forgetIdentitiesOf,
  leaveIdentityProviders,
  loseIdentities,
} from './identities/forget-identities.ts';
import { sealedSsoTokens } from './oidc/keep-tokens.ts';
import { sealedClientSecrets } from './oidc/settings.ts';
import { mountSsoPages } from './pages.ts';
import { mountSpMetadata } from './saml/metadata-page.ts';
import { deleteExpiredSsoRecords } from './saml/receive-response.ts';
import { ssoSettingsEndpoints } from './settings/endpoints.ts';
import { tenantsPart } from './snapshot/snapshot-part.ts';

export const sso = group({
  name: 'federation/sso',
  tables: {
    ssoConnections: { key: 'tenantId id' },
    ssoDomains: { key: 'domain' },
    ssoTests: { key: 'tenantId connectionId' },
    ssoAssertions: { key: 'tenantId connectionId idHash' },
    ssoIdentities: { key: 'tenantId connectionId subject' },
    ssoTokens: { key: 'tenantId connectionId subject' },
    ssoRequests: { stays: 'lives for minutes' },
    ssoFailures: { stays: 'a log for the administrator of this instance' },
  },
  endpoints: [...ssoEndpoints, ...ssoSettingsEndpoints],
  pages(app, service, count) {
    mountSsoPages(app, service, count);
    mountSpMetadata(app, service);
  },
  sweep: deleteExpiredSsoRecords,
  sealed: [sealedSpKeys, sealedClientSecrets, sealedSsoTokens],
  on: [
    on(membershipsEnding, forgetIdentitiesOf),
    on(tenantDeleting, loseIdentities),
    on(tenantsLeaving, forgetIdentities),
    on(holderLeaving, leaveIdentityProviders),
  ],
  snapshot: [tenantsPart],
});
