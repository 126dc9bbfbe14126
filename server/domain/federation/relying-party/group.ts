import { group } from '../../group.ts';

export const relyingParty = group({ name: 'federation/relying-party' });
