import type { ProjectContext } from '../../../core/context.ts';
import { secondFactors } from '../../sessions/sign-in-policy/policy.ts';
import { listPolicies, setPolicies } from '../../sessions/sign-in-policy/set-policy.ts';

/**
 * Sees to it that users with a second factor must prove it: by the project's policy, unless it demands more already. Returns whether it
 * changed the policy.
 */
export async function keepSecondFactors(ctx: ProjectContext): Promise<boolean> {
  const policies = await listPolicies(ctx);
  const policy = policies.find(({ scope }) => scope === 'project')?.policy;
  if (policy && policy.secondFactor.when !== 'never') return false;
  const secondFactor = { when: 'enrolled' as const, methods: [...secondFactors], graceDays: 0 };
  await setPolicies(ctx, [{ subject: {}, policy: { sso: 'trusted', ...policy, secondFactor } }]);
  return true;
}
