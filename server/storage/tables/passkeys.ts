import type { Flag, Json, Moment } from './columns.ts';

export interface PasskeysTables {
  passkeys: PasskeysTable;
  passkeyCeremonies: PasskeyCeremoniesTable;
}

interface PasskeysTable {
  projectId: string;
  /** In base64url, as the authenticator has made it. */
  credentialId: string;
  userId: string;
  /** What authenticators know the user by, in base64url: random, one for a user and domain. */
  userHandle: string;
  /** The domain that it belongs to. */
  rpId: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** Of the last use; 0 from authenticators that do not count. */
  signCount: number;
  backupEligible: Flag;
  backedUp: Flag;
  /** What kind of device it was registered on: `Desktop`, `Mobile`, … */
  device: string;
  createdAt: Moment;
}

/** What an authenticator was asked for, until its answer comes back or the time is over. */
interface PasskeyCeremoniesTable {
  projectId: string;
  /** SHA-256 of the transaction ID. */
  id: string;
  /** What it is good for, and for nothing else. */
  purpose: 'signUp' | 'signIn' | 'update';
  /** In base64url. */
  challenge: string;
  rpId: string;
  /** Of the page that asked; empty: any of the project's that may use the domain. */
  origin: string;
  requiresVerification: Flag;
  /** Whom it is for; empty: nobody yet, or whoever has the passkey. */
  userId: string;
  /** Folded. What the person typed; empty: nothing. */
  loginId: string;
  /** Of the passkey that is to be made; empty: none is. */
  userHandle: string;
  details: Json;
  /** `SignInOptions` of the sign-in that it completes. */
  terms: Json;
  createdAt: Moment;
  expiresAt: Moment;
}
