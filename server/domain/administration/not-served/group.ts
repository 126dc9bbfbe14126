import { group } from '../../group.ts';

export const notServed = group({ name: 'administration/not-served' });
