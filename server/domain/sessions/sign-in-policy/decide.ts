import { type EnrolledFactors, factorsIn } from './factors.ts';
import {
  type ApplyingPolicy,
  type CombinedPolicy,
  combinePolicies,
  type Factor,
  type FirstFactor,
  type SecondFactor,
} from './policy.ts';

/** A factor that can complete a sign-in. The password can if the first factor was one that counts as a second. */
export type FurtherFactor = SecondFactor | 'password';

/** The facts on which a sign-in is decided. */
export interface SignInFacts {
  policies: ApplyingPolicy[];
  /** The factors that were just proven (RFC 8176). */
  amr: readonly string[];
  /** The factors of the session that the sign-in continues. */
  amrBefore?: readonly string[] | undefined;
  /** The sign-in is by a link that a user needs to set a password at all: an invitation or a reset. */
  byLinkFor?: 'invite' | 'reset' | undefined;
  enrolled: EnrolledFactors;
  hasPassword: boolean;
  enrollable: readonly SecondFactor[];
  trustedDevice?: { lastSecondFactorAt: number } | undefined;
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
  const { amr, amrBefore = [], byLinkFor, trustedDevice, firstAskedAt, now } = facts;
  // The project's server has authenticated the user by its own means.
  if ([...amr, ...amrBefore].includes('mgmt')) return allow;
  const policy = combinePolicies(facts.policies);
  if (amrBefore.length === 0 && !byLinkFor && !isFirstFactorAllowed(policy, amr)) {
    return refuse('This way to sign in is not allowed. Choose another one');
  }
  const { when, days = 0 } = policy.secondFactor;
  if (when === 'never' || isSatisfied(policy, amr, amrBefore)) return allow;
  if (trustedDevice) {
    const daysAgo = (now - trustedDevice.lastSecondFactorAt) / (24 * 60 * 60 * 1000);
    if (when === 'newDevice' || (when === 'everyDays' && daysAgo < days)) return allow;
  }
  const proven = factorsIn([...amrBefore, ...amr]);
  const methods = furtherFactors(policy, proven, facts);
  const mayTrust = when === 'always' ? {} : ({ mayTrust: true } as const);
  if (methods.length > 0) return { kind: 'secondFactor', methods, ...mayTrust };
  const enrol = facts.enrollable.filter(
    (one) => policy.secondFactor.methods.includes(one) && !proven.includes(one),
  );
  const until = policy.graceEndsAt(firstAskedAt ?? now);
  if (until > now) return { kind: 'allow', offer: { methods: enrol, until } };
  if (enrol.length > 0) return { kind: 'enrol', methods: enrol };
  // Whoever can reset a password by mail and receive the code by mail has both: the policy counts the mailbox alone.
  if (byLinkFor === 'reset' && policy.secondFactor.methods.includes('email')) return allow;
  return refuse('A second factor is required, and you have none that counts. Ask an administrator for help');
}

function isFirstFactorAllowed({ firstFactors }: CombinedPolicy, amr: readonly string[]): boolean {
  return !firstFactors || factorsIn(amr).every((factor) => firstFactors.includes(factor as FirstFactor));
}

function isSatisfied(policy: CombinedPolicy, amr: readonly string[], amrBefore: readonly string[]): boolean {
  if ([amr, amrBefore].some((one) => isStrongAlone(policy, one))) return true;
  const proven = factorsIn([...amrBefore, ...amr]);
  return proven.length > 1 && proven.some((factor) => countsAsSecond(policy, factor));
}

function countsAsSecond({ secondFactor }: CombinedPolicy, factor: Factor): boolean {
  return secondFactor.methods.includes(factor as SecondFactor);
}

/**
 * Reports whether one proof stands for two: a passkey that verified its user (`webauthn mfa`), if passkeys count, and a
 * sign-in through a tenant's identity provider, if that is trusted or has asserted it (`fed mfa`).
 */
function isStrongAlone(policy: CombinedPolicy, amr: readonly string[]): boolean {
  const [factor, ...others] = factorsIn(amr);
  if (others.length > 0) return false;
  if (factor === 'sso') return policy.sso === 'trusted' || amr.includes('mfa');
  return factor === 'passkey' && amr.includes('mfa') && countsAsSecond(policy, 'passkey');
}

function furtherFactors(
  policy: CombinedPolicy,
  proven: Factor[],
  { enrolled, hasPassword }: SignInFacts,
): FurtherFactor[] {
  const methods: FurtherFactor[] = policy.secondFactor.methods.filter(
    (one) => enrolled[one] && !proven.includes(one),
  );
  const mayAddPassword = hasPassword && !proven.includes('password');
  return mayAddPassword && proven.some((factor) => countsAsSecond(policy, factor))
    ? [...methods, 'password']
    : methods;
}

function refuse(reason: string): SignInDecision {
  return { kind: 'refuse', reason };
}
