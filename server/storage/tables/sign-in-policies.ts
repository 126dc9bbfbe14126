import type { Generated, GeneratedAlways } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface SignInPoliciesTables {
  signInPolicies: SignInPoliciesTable;
  secondFactorAsks: SecondFactorAsksTable;
}

interface SignInPoliciesTable {
  projectId: string;
  scope: 'project' | 'tenant' | 'role' | 'application';
  /** The ID of the tenant, the role or the SSO application. Empty for the project. */
  subjectId: string;
  policy: Json;
  /** The time since which the policy requires a second factor. Null if it requires none. */
  requiredSince: Moment | null;
  /** The tenant or role with which the policy is deleted. */
  tenant: GeneratedAlways<string | null>;
  role: GeneratedAlways<string | null>;
}

/** The users who had no second factor when a policy first required one. Their grace period begins then. */
interface SecondFactorAsksTable {
  projectId: string;
  userId: string;
  askedAt: Moment;
  /** The user had to prove a second factor in the product from which they were imported. */
  hadElsewhere: Generated<Flag>;
}
