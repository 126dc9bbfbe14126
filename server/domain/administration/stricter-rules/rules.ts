/** Whom a rule concerns. */
export type Subject = 'users' | 'accessKeys' | 'applications' | 'managementKeys';

export interface StricterRule {
  name: string;
  subject: Subject;
  /** What happens to them, for operators, after their number: `12 users` … */
  effect: string;
}

/** The rules that became stricter in this release, in the order in which operators read them. */
export const stricterRules = [
  {
    name: 'disabledTenantMembers',
    subject: 'users',
    effect: 'lose a disabled tenant at their next refresh. They could use it without SSO before',
  },
  {
    name: 'disabledTenantKeys',
    subject: 'accessKeys',
    effect: 'lose a disabled tenant at their next exchange',
  },
  {
    name: 'inheritedPolicies',
    subject: 'users',
    effect: 'inherit a role in a sub-tenant, and now need what its sign-in policy demands',
  },
  {
    name: 'foreignProviders',
    subject: 'users',
    effect:
      'sign in through another tenant’s identity provider, and now need the second factor that the policy of their tenant demands',
  },
] as const satisfies StricterRule[];

export type RuleName = (typeof stricterRules)[number]['name'];
