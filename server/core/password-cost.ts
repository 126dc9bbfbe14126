/** The cost of Argon2id (RFC 9106 §4). */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's setting for Argon2id with the least memory. */
export const standardPasswordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
