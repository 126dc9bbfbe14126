import { on } from '../../../core/event.ts';
import { group } from '../../group.ts';
import { membershipsEnding } from '../tenants/events.ts';
import { holderLeaving } from '../users/events.ts';
import { applicationConsentEndpoints } from './endpoints.ts';
import { withdrawConsentsGivenBy, withdrawConsentsInTenants } from './withdraw-consents.ts';

export const applicationConsents = group({
  name: 'directory/application-consents',
  tables: { consents: { key: 'id', computed: ['ofUser', 'ofTenant'] } },
  endpoints: applicationConsentEndpoints,
  on: [on(membershipsEnding, withdrawConsentsInTenants), on(holderLeaving, withdrawConsentsGivenBy)],
});
