import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { User } from '../../directory/users/user.ts';
import { findTrustedDevice, showTrustedDevice } from '../trusted-devices/trust-device.ts';
import { decideSignIn, type SignInDecision, type SignInFacts } from './decide.ts';
import { enrollableFactors, enrolledFactors, factorsIn } from './factors.ts';
import type { ApplyingPolicy, FirstFactor, SignInPolicy } from './policy.ts';
import { findPolicy, insertAsk, listApplying } from './store.ts';

type Proof = Pick<SignInFacts, 'amr' | 'amrBefore' | 'byLinkFor'>;

/**
 * Applies the policies of the project, the user's tenants and roles, and of the application to a sign-in (E064008 if it is not
 * allowed). Costs no query in a project without policies, and one query otherwise. Part of the transaction that starts the session.
 */
export async function applySignInPolicy(
  ctx: ProjectContext,
  user: User,
  proof: Proof,
): Promise<Exclude<SignInDecision, { kind: 'refuse' }> & { trustedDevice?: string }> {
  const facts = await factsFor(ctx, user, proof);
  if (!facts) return { kind: 'allow' };
  const { decision, trustedDevice } = await decideOnDevice(ctx, user, facts);
  if (decision.kind === 'refuse') {
    throw new ServiceError('E064008', decision.reason, {
      about: { userId: user.id, data: { reason: decision.reason } },
    });
  }
  if (decision.kind === 'allow' && decision.offer && facts.firstAskedAt === undefined) {
    await insertAsk(ctx.db, { projectId: ctx.project.id, userId: user.id, askedAt: ctx.now() });
  }
  return { ...decision, ...(trustedDevice && { trustedDevice }) };
}

/** Returns what the policies decide on a device that is not trusted, without effects; `undefined` if there are none. */
export async function previewSignInPolicy(
  ctx: ProjectContext,
  user: User,
  proof: Proof,
): Promise<{ decision: SignInDecision; firstAskedAt: number | undefined } | undefined> {
  const facts = await factsFor(ctx, user, proof);
  return facts && { decision: decideSignIn(facts), firstAskedAt: facts.firstAskedAt };
}

/**
 * Reports whether a session is enough for the policy of an application; otherwise the user signs in again for it. Costs one query in a
 * project with policies, and more only for an application that has one.
 */
export async function isEnoughFor(
  ctx: ProjectContext,
  application: string,
  { user, amr }: { user: User; amr: readonly string[] },
): Promise<boolean> {
  if (ctx.project.hasSignInPolicies === false) return true;
  const policy = await findPolicy(ctx.db, {
    projectId: ctx.project.id,
    scope: 'application',
    subjectId: application,
  });
  if (!policy) return true;
  const { firstFactors } = JSON.parse(policy.policy) as SignInPolicy;
  if (firstFactors && !factorsIn(amr).some((factor) => firstFactors.includes(factor as FirstFactor)))
    return false;
  const proof = { amr: [], amrBefore: amr };
  const facts = await factsFor({ ...ctx, signInTo: application }, user, proof);
  if (!facts) return true;
  const trustedDevice = acceptsDevices(facts) ? await findTrustedDevice(ctx, user.id) : undefined;
  const decision = decideSignIn({ ...facts, trustedDevice });
  // The grace period begins when the user is asked, which our pages do.
  return decision.kind === 'allow' && !(decision.offer && facts.firstAskedAt === undefined);
}

/** Returns the facts on which the policies decide; `undefined` if there are none. */
async function factsFor(ctx: ProjectContext, user: User, proof: Proof): Promise<SignInFacts | undefined> {
  if (ctx.project.hasSignInPolicies === false) return undefined;
  const rows = await listApplying(ctx.db, ctx.project.id, user.id, ctx.signInTo ?? '');
  if (rows.length === 0) return undefined;
  return {
    ...proof,
    policies: rows.map(toApplying),
    enrolled: await enrolledFactors(ctx, user),
    hasPassword: user.hasPassword,
    enrollable: enrollableFactors(user),
    firstAskedAt: rows[0]?.askedAt ?? undefined,
    now: ctx.now(),
  };
}

/** Decides with the trust in the requesting device, if the policies accept it. Uses the trust only if it is needed. */
async function decideOnDevice(
  ctx: ProjectContext,
  user: User,
  facts: SignInFacts,
): Promise<{ decision: SignInDecision; trustedDevice?: string }> {
  const decision = decideSignIn(facts);
  if (decision.kind === 'allow' || decision.kind === 'refuse' || !acceptsDevices(facts)) return { decision };
  const trusted = await findTrustedDevice(ctx, user.id);
  if (!trusted || decideSignIn({ ...facts, trustedDevice: trusted }).kind !== 'allow') return { decision };
  const token = await showTrustedDevice(ctx, user.id);
  return token ? { decision: { kind: 'allow' }, trustedDevice: token } : { decision };
}

function acceptsDevices({ policies }: SignInFacts): boolean {
  return policies.some(({ policy }) => ['newDevice', 'everyDays'].includes(policy.secondFactor.when));
}

function toApplying(row: { policy: string; requiredSince: number | null }): ApplyingPolicy {
  return { policy: JSON.parse(row.policy) as SignInPolicy, requiredSince: row.requiredSince ?? 0 };
}
