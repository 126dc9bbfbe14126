import { group } from '../../group.ts';
import { accountEndpoints } from './endpoints.ts';
import { factorEndpoints } from './endpoints-factors.ts';

export const accounts = group({
  name: 'credentials/accounts',
  endpoints: [...accountEndpoints, ...factorEndpoints],
});
