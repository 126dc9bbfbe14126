import { group } from '../../group.ts';
import { webhookEndpoints } from './endpoints.ts';
import { webhooksPart } from './snapshot-part.ts';

export const webhooks = group({
  name: 'project/webhooks',
  endpoints: webhookEndpoints,
  snapshot: [webhooksPart],
});
