/** The settings of passwords. A number applies only while its flag is set. */
export interface PasswordSettings {
  enabled: boolean;
  /** The minimum length in code points. */
  minLength: number;
  lowercase: boolean;
  uppercase: boolean;
  number: boolean;
  nonAlphanumeric: boolean;
  /** Passwords expire after `expirationWeeks`. */
  expiration: boolean;
  expirationWeeks: number;
  /** `true`: none of the last `reuseAmount` passwords can be chosen again. */
  reuse: boolean;
  reuseAmount: number;
  /** The password is disabled after `lockAttempts` wrong ones in a row. */
  lock: boolean;
  lockAttempts: number;
  /** After `tempLockAttempts` wrong ones in a row nothing is accepted for `tempLockDuration` minutes. */
  tempLock: boolean;
  tempLockAttempts: number;
  tempLockDuration: number;
  /** Passwords known from data breaches are refused, if the instance has a source of them. */
  refuseBreached: boolean;
  enablePasswordStrength: boolean;
  /** 0 to 4, on zxcvbn's scale. */
  passwordStrengthScore: number;
}
