import { type Static, t } from '../../../http/schema.ts';
import { firstFactors, occasions, policyLimits, type SignInPolicy, secondFactors } from './policy.ts';
import type { StoredPolicy } from './set-policy.ts';

const subject = {
  tenantId: t.reference({
    description: 'A tenant, or with a role the tenant that owns it. Absent: the project',
  }),
  roleId: t.reference({ description: 'A role, by its ID' }),
  roleName: t.reference({ description: 'A role, by its name' }),
  ssoAppId: t.reference({ description: 'An SSO application. Cannot be combined with a tenant or a role' }),
};

const firstFactorList = t.list(t.choice([...firstFactors]), {
  maxItems: firstFactors.length,
  description:
    'How a sign-in can start. Absent: any method. Codes and links sent to the same address count as one ' +
    'method. Invitations and password resets are always possible',
});

const secondFactorFields = {
  when: t.choice([...occasions], {
    description:
      'When the second factor is needed. `never` and `always` apply to all users. `enrolled`: always, for users ' +
      'who have set up an authenticator or a passkey among `methods`, or who had a second factor in the product ' +
      'that they were imported from. `newDevice`: unless the user trusts this device. `everyDays`: trusted ' +
      'devices need the factor again after `days`',
  }),
  days: t.optional(
    t.integer({ minimum: 1, maximum: policyLimits.days, description: 'For `everyDays` only' }),
  ),
  methods: t.list(t.choice([...secondFactors]), {
    maxItems: secondFactors.length,
    description: 'What counts as a second factor. A passkey that verifies its user counts as two factors',
  }),
};

const graceDays = t.integer({
  minimum: 0,
  maximum: policyLimits.graceDays,
  description:
    'The number of days that users without a second factor can still sign in, starting when they are first asked',
});

const sso = t.choice(['trusted', 'asserted'], {
  description:
    '`trusted`: a sign-in at a tenant’s identity provider is enough. `asserted`: it is enough only if the provider ' +
    'states that the user proved more than one factor, which Latchkey requests. In a tenant’s policy, this ' +
    'means the tenant’s own provider',
});

export const subjectInput = t.object(subject);

export const policyInput = t.object({
  ...subject,
  firstFactors: t.optional(firstFactorList),
  secondFactor: t.object({
    ...secondFactorFields,
    methods: t.optional(secondFactorFields.methods),
    graceDays: t.optional(graceDays),
  }),
  sso: t.optional(sso),
});

export const policiesOutput = t.object({
  policies: t.list(
    t.object(
      {
        scope: t.choice(['project', 'tenant', 'role', 'application']),
        tenantId: t.text({ description: 'Empty unless the policy is a tenant’s' }),
        roleId: t.text({ description: 'Empty unless the policy is a role’s' }),
        ssoAppId: t.text({ description: 'Empty unless the policy is an SSO application’s' }),
        firstFactors: t.optional(firstFactorList),
        secondFactor: t.object({ ...secondFactorFields, graceDays }),
        sso,
      },
      { $id: 'SignInPolicy' },
    ),
    { maxItems: 100_000 },
  ),
});

/** Reads a policy. Absent fields get their defaults, because a policy is always set as a whole. */
export function policyFromWire({
  firstFactors,
  secondFactor,
  sso = 'trusted',
}: Static<typeof policyInput>): SignInPolicy {
  const { when, days, methods = [...secondFactors], graceDays = 0 } = secondFactor;
  return {
    ...(firstFactors && { firstFactors: [...new Set(firstFactors)] }),
    secondFactor: { when, ...(days !== undefined && { days }), methods: [...new Set(methods)], graceDays },
    sso,
  };
}

export function policiesToWire(policies: StoredPolicy[]): Static<typeof policiesOutput> {
  return {
    policies: policies.map(({ scope, subjectId, policy }) => ({
      scope,
      tenantId: scope === 'tenant' ? subjectId : '',
      roleId: scope === 'role' ? subjectId : '',
      ssoAppId: scope === 'application' ? subjectId : '',
      ...policy,
    })),
  };
}
