import { group } from '../../group.ts';

import { outboundLists } from './endpoints-outbound.ts';

export const notServed = group({ name: 'administration/not-served', endpoints: outboundLists });
