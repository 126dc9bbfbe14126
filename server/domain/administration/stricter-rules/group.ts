import { group } from '../../group.ts';
import { stricterRuleEndpoints } from './endpoints.ts';

export const stricterRules = group({
  name: 'administration/stricter-rules',
  endpoints: stricterRuleEndpoints,
});
