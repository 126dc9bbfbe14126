import type { Row } from '../../../storage/tables.ts';
import { factorsToSetUp } from '../../directory/users/user.ts';

/** The kinds of proof with which a sign-in can begin. A code and a link to the same address are one kind. */
export const firstFactors = [
  ...(['password', 'passkey', 'totp', 'email', 'sms', 'oauth', 'sso', 'embeddedLink'] as const),
] as const;

/** The kinds of proof that a policy can count as a second factor. */
export const secondFactors = ['totp', 'passkey', 'sms', 'email', 'recoveryCode'] as const;

/**
 * From the least to the most strict. `enrolled` means always for users who have set up a second factor, and never for others.
 * `newDevice` and `everyDays` trust a device on which the user asked for it.
 */
export const occasions = ['never', 'enrolled', 'newDevice', 'everyDays', 'always'] as const;

export type FirstFactor = (typeof firstFactors)[number];
export type SecondFactor = (typeof secondFactors)[number];
export type Factor = FirstFactor | SecondFactor;
export type Occasion = (typeof occasions)[number];

/** The proofs that a sign-in needs. */
export interface SignInPolicy {
  /** The methods with which a sign-in can begin. Absent: all. */
  firstFactors?: FirstFactor[];
  secondFactor: {
    when: Occasion;
    /** For `everyDays`: the days after which a trusted device needs the second factor again. */
    days?: number;
    methods: SecondFactor[];
    /** The days in which a user without a second factor can still sign in, from when they were first asked. */
    graceDays: number;
  };
  /**
   * `trusted`: a sign-in through a tenant's identity provider needs no second factor of ours. `asserted`: only if the
   * provider states that it has asked for more than one factor. The policy of a tenant means that tenant's provider.
   */
  sso: 'trusted' | 'asserted';
}

export type PolicyScope = Row<'signInPolicies'>['scope'];

/** A policy as it applies to a user: of the project, of one of their tenants or roles, or of the application. */
export interface ApplyingPolicy {
  policy: SignInPolicy;
  /** The tenant that set it. Absent for a policy of the project, a role or an application. */
  tenantId?: string;
  /** The time since which it requires a second factor. */
  requiredSince: number;
}

export const policyLimits = { days: 365, graceDays: 365 } as const;

/** The requirements of several policies together. `sso` is each policy's own, because a tenant trusts its provider only. */
export interface CombinedPolicy extends Omit<SignInPolicy, 'sso'> {
  /** The end of the grace period of a user who was first asked at this time. */
  graceEndsAt(firstAskedAt: number): number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Combines policies to the strictest of each requirement: the methods that all of them accept, the most frequent
 * occasion, the shortest time. The second-factor methods of a policy that requires no second factor do not count.
 */
export function combinePolicies(applying: ApplyingPolicy[]): CombinedPolicy {
  const policies = applying.map(({ policy }) => policy);
  const requiring = applying.filter(({ policy }) => policy.secondFactor.when !== 'never');
  const second = requiring.map(({ policy }) => policy.secondFactor);
  const rank = Math.max(0, ...second.map(({ when }) => occasions.indexOf(when)));
  const days = second.flatMap((one) => (one.when === 'everyDays' && one.days ? [one.days] : []));
  const first = policies.flatMap((policy) => (policy.firstFactors ? [policy.firstFactors] : []));
  return {
    ...(first.length > 0 && { firstFactors: firstFactors.filter((one) => isInAll(one, first)) }),
    secondFactor: {
      when: occasions[rank] as Occasion,
      ...(days.length > 0 && { days: Math.min(...days) }),
      methods: secondFactors.filter((one) =>
        isInAll(
          one,
          second.map(({ methods }) => methods),
        ),
      ),
      graceDays: Math.min(policyLimits.graceDays, ...second.map(({ graceDays }) => graceDays)),
    },
    graceEndsAt: (firstAskedAt) =>
      Math.min(
        ...requiring.map(
          ({ policy, requiredSince }) =>
            Math.max(firstAskedAt, requiredSince) + policy.secondFactor.graceDays * dayMs,
        ),
      ),
  };
}

function isInAll<T>(one: T, lists: T[][]): boolean {
  return lists.every((list) => list.includes(one));
}

/**
 * Decides for a user what `enrolled` means. They have a second factor if they have set up one of the policy's methods, or had one in
 * the product from which they were imported. It then counts alone, and a code to an address only for users who have set up none:
 * otherwise the mailbox, which also resets the password, would be enough.
 */
export function resolveEnrolled(
  applying: ApplyingPolicy[],
  has: Record<(typeof factorsToSetUp)[number], boolean> & { hadElsewhere: boolean },
): ApplyingPolicy[] {
  if (!applying.some(({ policy }) => policy.secondFactor.when === 'enrolled')) return applying;
  const narrow = applying.map((one) => resolveOne(one, has, true));
  const { secondFactor } = combinePolicies(narrow);
  // Another policy can demand a code to an address.
  const isImpossible = secondFactor.when !== 'never' && secondFactor.methods.length === 0;
  return isImpossible ? applying.map((one) => resolveOne(one, has, false)) : narrow;
}

function resolveOne(
  one: ApplyingPolicy,
  has: Parameters<typeof resolveEnrolled>[1],
  isNarrow: boolean,
): ApplyingPolicy {
  const { secondFactor } = one.policy;
  if (secondFactor.when !== 'enrolled') return one;
  const hasOwn = factorsToSetUp.some((factor) => has[factor] && secondFactor.methods.includes(factor));
  const methods = secondFactor.methods.filter(
    (method) => !(hasOwn && isNarrow) || (method !== 'sms' && method !== 'email'),
  );
  const when = hasOwn || has.hadElsewhere ? 'always' : 'never';
  return { ...one, policy: { ...one.policy, secondFactor: { ...secondFactor, when, methods } } };
}
