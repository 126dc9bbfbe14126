import { endpoint } from '../../http/endpoint.ts';
import { emptyObject, t } from '../../http/schema.ts';

export const managementKeyEndpoints = [
  endpoint({
    name: 'management.license.get',
    method: 'GET',
    path: '/v1/mgmt/license',
    summary: 'The rate limit tier',
    description:
      'SDKs ask for it once when they start and send it back in a header. There are no tiers here.',
    auth: 'management',
    input: emptyObject,
    output: t.object({ rateLimitTier: t.text() }),
    errors: [],
    handle: async () => ({ rateLimitTier: 'tier4' }),
  }),
];
