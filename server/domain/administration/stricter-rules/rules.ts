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
    effect: 'lose a disabled tenant at their next refresh. Until now, they could use it without SSO',
  },
  {
    name: 'disabledTenantKeys',
    subject: 'accessKeys',
    effect: 'lose a disabled tenant at their next exchange',
  },
  {
    name: 'inheritedPolicies',
    subject: 'users',
    effect: 'inherit a role in a sub-tenant, and now need what its sign-in policy requires',
  },
  {
    name: 'foreignProviders',
    subject: 'users',
    effect:
      'sign in through another tenant’s identity provider, and now need the second factor that their tenant’s ' +
      'policy requires',
  },
  {
    name: 'singleFactorSessions',
    subject: 'users',
    effect: 'have a session with one factor, and can no longer use it to change their sign-in methods',
  },
  {
    name: 'unprovenImports',
    subject: 'users',
    effect:
      'were imported with a password and an unverified address. In future imports, the password is deleted ' +
      'when another person verifies the address; these users keep it',
  },
  {
    name: 'disabledTenantImpersonators',
    subject: 'users',
    effect: 'have the Impersonate permission in a disabled tenant, where it no longer counts',
  },
  {
    name: 'changedConsents',
    subject: 'users',
    effect:
      'are asked for consent again, because a third-party application was changed after they allowed it',
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
      'require a fresh sign-in each time. Such a request now fails if it also forbids a sign-in page ' +
      '(prompt=none, IsPassive)',
  },
  {
    name: 'sharedClientIds',
    subject: 'applications',
    effect: 'have the same client ID as an application of another project. The oldest application keeps it',
  },
  {
    name: 'sharedMailboxes',
    subject: 'users',
    effect:
      'share a mailbox with another account, whose address spells the domain differently. Each account signs ' +
      'in with its own spelling until you change or delete one of them',
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
    effect:
      'registered themselves, and can no longer change their registration while registration is turned off',
  },
  {
    name: 'unsafeKeys',
    subject: 'applications',
    effect:
      'have a public key that is malformed, or that anyone can sign with. Latchkey rejects assertions signed with it',
  },
] as const satisfies StricterRule[];

export type RuleName = (typeof stricterRuleList)[number]['name'];
