import { group } from '../../group.ts';
import { signInPolicyEndpoints } from './endpoints.ts';

export const signInPolicy = group({
  name: 'sessions/sign-in-policy',
  tables: {
    signInPolicies: { key: 'scope subjectId', computed: ['tenant', 'role'] },
    secondFactorAsks: { key: 'userId' },
  },
  endpoints: signInPolicyEndpoints,
});
