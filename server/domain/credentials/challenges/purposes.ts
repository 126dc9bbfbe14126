import type { UserDetails } from '../../directory/users/details.ts';

/** What a secret is good for, with what has to be remembered until it is spent. */
export interface ChallengeDetails {
  signIn: SignInDetails;
  signUp: SignUpDetails;
  /** Puts an address in the place of a signed-in user's. */
  update: UpdateDetails;
  /** Lets in whom an administrator has made an account for. */
  invite: InviteDetails;
  /** Lets in who has forgotten their password, to choose another. */
  passwordReset: Record<never, never>;
  /** Makes the first owner of the instance. It is no sign-in link: only `console.start` takes it. */
  firstOwner: Record<never, never>;
}

export type ChallengePurpose = keyof ChallengeDetails;

export interface SignInDetails {
  /** When it was asked for in a session: whether the address was verified by then. */
  wasVerified?: boolean;
  /**
   * Where nothing is proven by it: how often the user's access had been revoked when it was made. Absent in what is sent
   * to an address, whose owner proves it anew.
   */
  revocations?: number;
}

export interface SignUpDetails {
  /** As written. */
  loginId: string;
  user: UserDetails;
  verifiedEmail: boolean;
  verifiedPhone: boolean;
  /** An integrator says who it is, and not the person alone. */
  vouchedFor?: boolean;
}

export interface InviteDetails {
  /** They have never been here: once they have signed in, whichever way, nobody can accept it any more. */
  isFirst: boolean;
}

export interface UpdateDetails {
  addToLoginIds: boolean;
  /** Those that the call gave, for the message of a conflict. Absent in requests of earlier releases. */
  mergeFlags?: string[];
  locale?: string;
}
