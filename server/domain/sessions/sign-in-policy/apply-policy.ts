import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { User } from '../../directory/users/user.ts';
import { decideSignIn, type SignInDecision, type SignInFacts } from './decide.ts';
import { enrollableFactors, enrolledFactors } from './factors.ts';
import type { ApplyingPolicy, SignInPolicy } from './policy.ts';
import { insertAsk, listApplying } from './store.ts';

type Proof = Pick<SignInFacts, 'amr' | 'amrBefore' | 'byLinkFor'>;

/**
 * Applies the policies of the project, the user's tenants and roles to a sign-in (E064008 if it is not allowed). Costs no
 * query in a project without policies, and one query otherwise. Part of the transaction that starts the session.
 */
export async function applySignInPolicy(
  ctx: ProjectContext,
  user: User,
  proof: Proof,
): Promise<Exclude<SignInDecision, { kind: 'refuse' }>> {
  if (ctx.project.hasSignInPolicies === false) return { kind: 'allow' };
  const rows = await listApplying(ctx.db, ctx.project.id, user.id);
  if (rows.length === 0) return { kind: 'allow' };
  const firstAskedAt = rows[0]?.askedAt ?? undefined;
  const decision = decideSignIn({
    ...proof,
    policies: rows.map(toApplying),
    enrolled: await enrolledFactors(ctx, user),
    hasPassword: user.hasPassword,
    enrollable: enrollableFactors(user),
    firstAskedAt,
    now: ctx.now(),
  });
  if (decision.kind === 'refuse') throw new ServiceError('E064008', decision.reason);
  if (decision.kind === 'allow' && decision.offer && firstAskedAt === undefined) {
    await insertAsk(ctx.db, { projectId: ctx.project.id, userId: user.id, askedAt: ctx.now() });
  }
  return decision;
}

function toApplying(row: { policy: string; requiredSince: number | null }): ApplyingPolicy {
  return { policy: JSON.parse(row.policy) as SignInPolicy, requiredSince: row.requiredSince ?? 0 };
}
