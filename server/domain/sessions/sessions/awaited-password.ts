/** A password that is stored only when the sign-in that sets it is complete. */
export interface AwaitedPassword {
  /** Our own hash. */
  hash: string;
  /** Identifies the password that it replaces, so that it replaces no other. */
  replaces: string;
}
