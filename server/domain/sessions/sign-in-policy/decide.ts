import type { DeviceProof } from '../trusted-devices/device.ts';
import { type EnrolledFactors, factorsIn } from './factors.ts';
import {
  type ApplyingPolicy,
  type CombinedPolicy,
  combinePolicies,
  type Factor,
  type FirstFactor,
  type SecondFactor,
  secondFactors,
} from './policy.ts';

/** A factor that can complete a sign-in. The password can if the first factor was one that counts as a second. */
export type FurtherFactor = SecondFactor | 'password';

/** The factors of a session, and the tenants through whose identity providers it was started. */
export interface SessionProof {
  amr: readonly string[];
  ssoTenantIds: readonly string[];
}

/** The facts on which a sign-in is decided. */
export interface SignInFacts {
  policies: ApplyingPolicy[];
  /** The factors that were just proven (RFC 8176). */
  amr: readonly string[];
  /** The tenants through whose identity providers they were proven. */
  ssoTenantIds?: readonly string[] | undefined;
  /** The session that the sign-in continues, or the first step that it completes. */
  before?: (SessionProof & { awaits?: { begunWith?: Factor } }) | undefined;
  /** The sign-in is by a link that a user needs to set a password at all: an invitation or a reset. */
  byLinkFor?: 'invite' | 'reset' | undefined;
  enrolled: EnrolledFactors;
  hasPassword: boolean;
  enrollable: readonly SecondFactor[];
  trustedDevice?: DeviceProof | undefined;
  /** The time at which the user was first asked for a second factor that they did not have. Absent: never. */
  firstAskedAt?: number | undefined;
  now: number;
}

export type SignInDecision =
  /** `offer`: the user has no second factor yet, and must have one at the end of the grace period. */
  | { kind: 'allow'; offer?: { methods: SecondFactor[]; until: number } }
  /** `mayTrust`: the user can trust this device, and is then asked less often. */
  | { kind: 'secondFactor'; methods: FurtherFactor[]; mayTrust?: true }
  | { kind: 'enrol'; methods: SecondFactor[] }
  | { kind: 'refuse'; reason: string };

const allow: SignInDecision = { kind: 'allow' };

/** Decides what a sign-in still needs. The only place that knows, for pages, the API and SSO alike. */
export function decideSignIn(facts: SignInFacts): SignInDecision {
  const { amr, byLinkFor, trustedDevice, enrolled, firstAskedAt, now } = facts;
  const amrBefore = facts.before?.amr ?? [];
  // The project's server has authenticated the user by its own means.
  if ([...amr, ...amrBefore].includes('mgmt')) return allow;
  const { firstFactors } = combinePolicies(facts.policies);
  const begunWith = amrBefore.length === 0 ? factorsIn(amr) : [facts.before?.awaits?.begunWith ?? []].flat();
  if (!byLinkFor && !areFirstFactorsAllowed(firstFactors, begunWith)) {
    return refuse('This way to sign in is not allowed. Choose another one');
  }
  const proofs = [{ amr, ssoTenantIds: facts.ssoTenantIds ?? [] }, ...(facts.before ? [facts.before] : [])];
  const policies = withoutProviders(facts.policies, proofs);
  const policy = combinePolicies(policies);
  const { when, days = 0 } = policy.secondFactor;
  if (when === 'never' || isSatisfied(policy, proofs)) return allow;
  if (trustedDevice && standsIn(policies, trustedDevice, enrolled)) {
    const daysAgo = (now - trustedDevice.lastSecondFactorAt) / (24 * 60 * 60 * 1000);
    if (when === 'newDevice' || (when === 'everyDays' && daysAgo < days)) return allow;
  }
  const proven = factorsIn([...amrBefore, ...amr]);
  const methods = furtherFactors(policy, proven, facts);
  const mayTrust = when === 'always' ? {} : ({ mayTrust: true } as const);
  if (methods.length > 0) return { kind: 'secondFactor', methods, ...mayTrust };
  // Whoever can reset a password by mail and receive the code by mail has both: the policy counts the mailbox alone.
  if (byLinkFor === 'reset' && proven.includes('email') && policy.secondFactor.methods.includes('email'))
    return allow;
  const enrol = facts.enrollable.filter(
    (one) => policy.secondFactor.methods.includes(one) && !proven.includes(one),
  );
  const until = policy.graceEndsAt(firstAskedAt ?? now);
  if (until > now) return { kind: 'allow', offer: { methods: enrol, until } };
  if (enrol.length > 0) return { kind: 'enrol', methods: enrol };
  return refuse(
    'A second factor is required, and you do not have one that is allowed. Ask an administrator for help',
  );
}

/** Reports whether a session that has begun already satisfies a policy, by what it has proven and no trust in a device. */
export function isMetBy(one: ApplyingPolicy, session: SessionProof): boolean {
  const { amr } = session;
  if (amr.includes('mgmt')) return true;
  if (lacksFirstFactor(one, session)) return false;
  const policy = combinePolicies(withoutProviders([one], [session]));
  return policy.secondFactor.when === 'never' || isSatisfied(policy, [session]);
}

/**
 * Decides what a running session still needs for a policy that did not apply when it began. One more factor can be the one with
 * which the policy lets sign-ins begin.
 */
export function decideRunning(
  one: ApplyingPolicy,
  session: SessionProof,
  facts: Pick<SignInFacts, 'enrolled' | 'hasPassword' | 'enrollable' | 'firstAskedAt' | 'now'>,
): SignInDecision | { kind: 'firstFactor'; methods: Factor[] } {
  const { firstFactors } = one.policy;
  const isBegun = session.amr.includes('mgmt') || !lacksFirstFactor(one, session);
  if (isBegun) return decideSignIn({ ...facts, policies: [one], amr: [], before: session });
  const { enrolled, enrollable, hasPassword } = facts;
  const canProve = (factor: FirstFactor) =>
    factor === 'password' ? hasPassword : (enrolled[factor as SecondFactor] ?? true);
  const methods = (firstFactors ?? []).filter(canProve);
  if (methods.length > 0) return { kind: 'firstFactor', methods };
  const enrol = enrollable.filter((factor) => firstFactors?.includes(factor as FirstFactor));
  return enrol.length > 0 ? { kind: 'enrol', methods: enrol } : refuse('No allowed way to sign in is left');
}

function lacksFirstFactor({ policy: { firstFactors } }: ApplyingPolicy, { amr }: SessionProof): boolean {
  return (
    firstFactors !== undefined &&
    !factorsIn(amr).some((factor) => firstFactors.includes(factor as FirstFactor))
  );
}

function areFirstFactorsAllowed(allowed: FirstFactor[] | undefined, begunWith: Factor[]): boolean {
  return !allowed || begunWith.every((factor) => allowed.includes(factor as FirstFactor));
}

function isSatisfied(policy: CombinedPolicy, proofs: SessionProof[]): boolean {
  if (proofs.some(({ amr }) => isStrongPasskey(policy, amr))) return true;
  const proven = factorsIn(proofs.flatMap(({ amr }) => amr));
  return proven.length > 1 && proven.some((factor) => countsAsSecond(policy, factor));
}

/**
 * Reports whether the trust in a device began with a second factor that the policies count and that the user still has. The
 * assertion of an identity provider counts if its policy is no tenant's: a tenant hears it anew from its own provider. A trust of
 * which the factors are unknown counts where every factor does.
 */
function standsIn(policies: ApplyingPolicy[], { amr }: DeviceProof, enrolled: EnrolledFactors): boolean {
  if (!amr) {
    const { secondFactor } = combinePolicies(policies);
    return secondFactors.every((one) => secondFactor.methods.includes(one));
  }
  const asserted = policies.map((one) => ({ ...one, policy: { ...one.policy, sso: 'asserted' as const } }));
  const { secondFactor } = combinePolicies(withoutProviders(asserted, [{ amr, ssoTenantIds: [] }]));
  return (
    secondFactor.when === 'never' ||
    secondFactor.methods.some((one) => enrolled[one] && factorsIn(amr).includes(one))
  );
}

/** Leaves the policies that no identity provider has satisfied: each says itself which provider it means. */
function withoutProviders(policies: ApplyingPolicy[], proofs: SessionProof[]): ApplyingPolicy[] {
  return policies.filter((one) => !proofs.some((proof) => isMetByProvider(one, proof)));
}

/**
 * Reports whether a sign-in through an identity provider is enough: for the policy of a tenant only that tenant's, because the
 * administrators of another one would decide who gets in.
 */
function isMetByProvider({ policy, tenantId }: ApplyingPolicy, { amr, ssoTenantIds }: SessionProof): boolean {
  if (!amr.includes('fed')) return false;
  if (tenantId !== undefined && !ssoTenantIds.includes(tenantId)) return false;
  if (policy.sso === 'trusted') return true;
  // Beside another factor, `mfa` says that there are two. After two providers, it does not say which one has asserted it.
  const isOnly = factorsIn(amr).length === 1 && (tenantId === undefined || ssoTenantIds.length === 1);
  return isOnly && amr.includes('mfa');
}

function countsAsSecond({ secondFactor }: CombinedPolicy, factor: Factor): boolean {
  return secondFactor.methods.includes(factor as SecondFactor);
}

/** Reports whether the proof is a passkey that verified its user (`webauthn mfa`), which stands for two factors if passkeys count. */
function isStrongPasskey(policy: CombinedPolicy, amr: readonly string[]): boolean {
  const [factor, ...others] = factorsIn(amr);
  if (others.length > 0) return false;
  return factor === 'passkey' && amr.includes('mfa') && countsAsSecond(policy, 'passkey');
}

function furtherFactors(
  policy: CombinedPolicy,
  proven: Factor[],
  { enrolled, hasPassword, byLinkFor }: SignInFacts,
): FurtherFactor[] {
  const methods: FurtherFactor[] = policy.secondFactor.methods.filter(
    (one) => enrolled[one] && !proven.includes(one),
  );
  // A user who resets the password does not know it.
  const mayAddPassword = hasPassword && byLinkFor !== 'reset' && !proven.includes('password');
  return mayAddPassword && proven.some((factor) => countsAsSecond(policy, factor))
    ? [...methods, 'password']
    : methods;
}

function refuse(reason: string): SignInDecision {
  return { kind: 'refuse', reason };
}
