import { group } from '../../group.ts';

import { outboundLists } from './outbound-lists.ts';

export const notServed = group({ name: 'administration/not-served', endpoints: outboundLists });
