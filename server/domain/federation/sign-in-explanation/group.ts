import { group } from '../../group.ts';
import { explanationEndpoints } from './endpoints.ts';

export const signInExplanation = group({
  name: 'federation/sign-in-explanation',
  endpoints: explanationEndpoints,
});
