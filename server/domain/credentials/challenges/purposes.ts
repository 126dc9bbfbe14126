import type { UserDetails } from '../../directory/users/details.ts';

/** The purposes of a secret, with the details to remember until it is spent. */
export interface ChallengeDetails {
  signIn: SignInDetails;
  signUp: SignUpDetails;
  /** Replaces an address of a signed-in user. */
  update: UpdateDetails;
  /** Signs in a user whose account an administrator has created. */
  invite: InviteDetails;
  /** Signs in a user who has forgotten their password, to choose another. */
  passwordReset: Record<never, never>;
  /** Creates the first owner of the instance. It is no sign-in link: only `console.start` accepts it. */
  firstOwner: Record<never, never>;
}

export type ChallengePurpose = keyof ChallengeDetails;

export interface SignInDetails {
  /** True if the address was verified when a session requested the secret. */
  wasVerified?: boolean;
  /**
   * The user's revocation count when a secret that proves no address was created. Absent in secrets that are sent to an
   * address, because they prove it anew.
   */
  revocations?: number;
}

export interface SignUpDetails {
  /** As written. */
  loginId: string;
  user: UserDetails;
  verifiedEmail: boolean;
  verifiedPhone: boolean;
  /** True if an integrator vouches for the user's identity. */
  vouchedFor?: boolean;
}

export interface InviteDetails {
  /** True if the user had never signed in. After a sign-in by any way, the invitation can no longer be accepted. */
  isFirst: boolean;
}

export interface UpdateDetails {
  addToLoginIds: boolean;
  /** The merge flags of the request, for the message of a conflict. Absent in requests of earlier releases. */
  mergeFlags?: string[];
  locale?: string;
}
