import { on } from '../../../core/event.ts';
import { holderLeaving } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { deleteSecondFactors } from './delete-second-factors.ts';
import { accountEndpoints } from './endpoints.ts';
import { factorEndpoints } from './endpoints-factors.ts';

export const accounts = group({
  name: 'credentials/accounts',
  endpoints: [...accountEndpoints, ...factorEndpoints],
  on: [on(holderLeaving, deleteSecondFactors)],
});
