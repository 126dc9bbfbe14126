import { group } from '../../group.ts';
import { identityEndpoints } from './endpoints.ts';

export const identities = group({ name: 'federation/identities', endpoints: identityEndpoints });
