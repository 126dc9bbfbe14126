import { answer, on } from '../../../core/event.ts';
import { applicationDeleted } from '../../directory/applications/events.ts';
import { openingToRoles } from '../../directory/tenants/events.ts';
import { group } from '../../group.ts';
import { signInPolicyEndpoints } from './endpoints.ts';
import { forgetPolicyOf, openToRoles } from './set-policy.ts';
import { signInPoliciesPart } from './snapshot-part.ts';

export const signInPolicy = group({
  name: 'sessions/sign-in-policy',
  tables: {
    signInPolicies: { key: 'scope subjectId', computed: ['tenant', 'role'] },
    secondFactorAsks: { key: 'userId' },
  },
  endpoints: signInPolicyEndpoints,
  on: [answer(openingToRoles, openToRoles), on(applicationDeleted, forgetPolicyOf)],
  snapshot: [signInPoliciesPart],
});
