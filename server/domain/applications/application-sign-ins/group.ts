import { group } from '../../group.ts';
import { applicationSignInEndpoints } from './endpoints.ts';

export const applicationSignIns = group({
  name: 'applications/application-sign-ins',
  endpoints: applicationSignInEndpoints,
});
