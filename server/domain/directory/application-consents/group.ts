import { group } from '../../group.ts';
import { applicationConsentEndpoints } from './endpoints.ts';

export const applicationConsents = group({
  name: 'directory/application-consents',
  tables: { consents: { key: 'id', computed: ['ofUser', 'ofTenant'] } },
  endpoints: applicationConsentEndpoints,
});
