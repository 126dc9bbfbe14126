import { group } from '../../group.ts';
import { deleteExpiredConsentLinks } from './consent-link.ts';
import { impersonationEndpoints } from './endpoints.ts';
import { consentEndpoints } from './endpoints-consent.ts';

export const impersonation = group({
  name: 'sessions/impersonation',
  tables: { consentLinks: { stays: 'lives for minutes' } },
  endpoints: [...consentEndpoints, ...impersonationEndpoints],
  sweep: deleteExpiredConsentLinks,
});
