import { group } from '../../group.ts';
import { messageEndpoints } from './endpoints.ts';
import { connectorsPart, templatesPart } from './snapshot-parts.ts';

export const messages = group({
  name: 'project/messages',
  endpoints: messageEndpoints,
  snapshot: [connectorsPart, templatesPart],
});
