import type { Flag, Json, Moment } from './columns.ts';

export interface PasskeysTables {
  passkeys: PasskeysTable;
  passkeyCeremonies: PasskeyCeremoniesTable;
}

interface PasskeysTable {
  projectId: string;
  /** In base64url, as created by the authenticator. */
  credentialId: string;
  userId: string;
  /** The authenticators' ID of the user, in base64url: random, one per user and domain. */
  userHandle: string;
  /** The relying-party ID, a domain. */
  rpId: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** The counter of the last use. 0 for authenticators that do not count. */
  signCount: number;
  backupEligible: Flag;
  backedUp: Flag;
  /** The type of device at the registration: `Desktop`, `Mobile`, … */
  device: string;
  createdAt: Moment;
}

/** A request to an authenticator, until its response arrives or the time is over. */
interface PasskeyCeremoniesTable {
  projectId: string;
  /** SHA-256 of the transaction ID. */
  id: string;
  /** The only purpose that the ceremony serves. */
  purpose: 'signUp' | 'signIn' | 'update';
  /** In base64url. */
  challenge: string;
  rpId: string;
  /** The origin of the requesting page. Empty: any page of the project that may use the domain. */
  origin: string;
  requiresVerification: Flag;
  /** The user whom it is for. Empty: a new user, or the owner of the passkey. */
  userId: string;
  /** As the user typed it, folded. Empty: nothing. */
  loginId: string;
  /** The user handle of a passkey to be created. Empty: none is. */
  userHandle: string;
  details: Json;
  /** `SignInOptions` of the sign-in that it completes. */
  terms: Json;
  createdAt: Moment;
  expiresAt: Moment;
}
