import { group } from '../../group.ts';
import { messageEndpoints } from './endpoints.ts';

export const messages = group({ name: 'project/messages', endpoints: messageEndpoints });
