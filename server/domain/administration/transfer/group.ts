import { group } from '../../group.ts';

export const transfer = group({ name: 'administration/transfer' });
