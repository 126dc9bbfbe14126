/** Whom a rule concerns. */
export type Subject = 'users' | 'accessKeys' | 'applications';

export interface StricterRule {
  name: string;
  subject: Subject;
  /** The effect on them, as operators read it after the word “They”. */
  effect: string;
}

/** The rules that became stricter in this release, in the order in which operators read them. */
export const stricterRuleList = [
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
  {
    name: 'singleFactorSessions',
    subject: 'users',
    effect: 'have a session of one factor, with which they can no longer change how they sign in',
  },
  {
    name: 'unprovenImports',
    subject: 'users',
    effect:
      'were imported with a password and an address that nobody has proven. Imports from now on lose the password when another person proves the address; these keep it',
  },
  {
    name: 'disabledTenantImpersonators',
    subject: 'users',
    effect: 'have Impersonate in a disabled tenant, which no longer counts',
  },
  {
    name: 'changedConsents',
    subject: 'users',
    effect: 'are asked again by a third-party application that was changed after they allowed it',
  },
  {
    name: 'tokensLikeSessions',
    subject: 'applications',
    effect:
      'get tokens that the SDKs accept as sessions, until you turn on “Tokens of applications” under Settings → Signing keys',
  },
  {
    name: 'forcedSignIns',
    subject: 'applications',
    effect:
      'ask for a fresh sign-in each time, and are refused if they ask for it without a page (prompt=none, IsPassive)',
  },
  {
    name: 'sharedClientIds',
    subject: 'applications',
    effect: 'have a client ID that an application of another project has, too. The oldest one gets it',
  },
  {
    name: 'sharedMailboxes',
    subject: 'users',
    effect:
      'have the same mailbox as another account, whose address spells the domain in another way. Each signs in with its own spelling until you change or delete one of them',
  },
  {
    name: 'sharedNames',
    subject: 'users',
    effect:
      'have the same phone number or login ID as another account, written with the 0 that is dialed only inside the country or with invisible characters. Each signs in with its own spelling until you change or delete one of them',
  },
  {
    name: 'closedRegistrations',
    subject: 'applications',
    effect: 'registered themselves and can no longer change their registration, because registration is off',
  },
  {
    name: 'unsafeKeys',
    subject: 'applications',
    effect: 'have a public key that anyone can sign with, or that is malformed. Assertions by it are refused',
  },
] as const satisfies StricterRule[];

export type RuleName = (typeof stricterRuleList)[number]['name'];
