import { group } from '../../group.ts';
import { webhookEndpoints } from './endpoints.ts';

export const webhooks = group({ name: 'project/webhooks', endpoints: webhookEndpoints });
