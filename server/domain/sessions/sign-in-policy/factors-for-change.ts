import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import { previewSignInPolicy } from './apply-policy.ts';
import { keptRefreshJwt, needsFactors, sessionNeedsFactors } from './more-factors.ts';

/** The session in which a user changes how they sign in. */
type Changing = Pick<UserContext['session'], 'amr' | 'ssoTenantIds' | 'resetsPassword'> & {
  expiresAt?: number;
};

/**
 * Returns the factors of which a session must prove one before its user changes how they sign in: none if it has proven what the
 * sign-in policy demands, or if the user has no second factor yet. A trusted device does not stand in for the proof, because a
 * thief who has the device could then replace the factor. Costs nothing in a project without policies, where a session is enough.
 *
 * The one rule for the API and for the account page.
 */
export async function factorsForChange(
  ctx: ProjectContext,
  { user, session }: { user: User; session: Changing },
): Promise<string[]> {
  const decision = await decideChange(ctx, user, session);
  return decision?.kind === 'secondFactor' ? decision.methods : [];
}

/** Requires the factors for a change (E064007). Recovery codes also require that they are not the first second factor. */
export async function requireFactorsForChange(
  ctx: ProjectContext,
  session: Changing & { userId: string },
  credential?: string,
): Promise<void> {
  if (ctx.project.hasSignInPolicies === false) return;
  const decision = await decideChange(ctx, await loadUserById(ctx, session.userId), session);
  if (decision?.kind === 'secondFactor') {
    const reason = 'The session lacks the second factor that the sign-in policy requires';
    const { methods } = decision;
    throw sessionNeedsFactors(ctx, reason, { methods, enrol: false, expiresAt: session.expiresAt });
  }
  const isProven = !decision || (decision.kind === 'allow' && !decision.offer);
  if (credential === 'recoveryCodes' && !isProven) {
    throw needsFactors(
      'Recovery codes replace a second factor, and you do not have one yet. Add an authenticator or a passkey first',
      {
        refreshJwt: keptRefreshJwt(ctx),
        methods: ['totp', 'passkey'],
        enrol: true,
        expiresAt: session.expiresAt,
      },
    );
  }
}

async function decideChange(ctx: ProjectContext, user: User, session: Changing) {
  const byLinkFor = session.resetsPassword ? 'reset' : undefined;
  const decided = await previewSignInPolicy(ctx, user, { amr: [], before: session, byLinkFor });
  return decided?.decision;
}
