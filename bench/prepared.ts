export interface PreparedUser {
  id: string;
  loginId: string;
  sealedSecret: string;
}

/** Every user has one that was sent to them, and a code. */
export interface PreparedLink {
  token: string;
  user: PreparedUser;
}

/** A passkey of a user, and what it has to sign. */
export interface PreparedCeremony {
  transactionId: string;
  challenge: string;
  credentialId: string;
  user: PreparedUser;
}
