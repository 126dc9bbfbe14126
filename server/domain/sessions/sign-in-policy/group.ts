import { group } from '../../group.ts';
import { signInPolicyEndpoints } from './endpoints.ts';
import { signInPoliciesPart } from './snapshot-part.ts';

export const signInPolicy = group({
  name: 'sessions/sign-in-policy',
  tables: {
    signInPolicies: { key: 'scope subjectId', computed: ['tenant', 'role'] },
    secondFactorAsks: { key: 'userId' },
  },
  endpoints: signInPolicyEndpoints,
  snapshot: [signInPoliciesPart],
});
