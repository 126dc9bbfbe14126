import type { Row } from '../../../storage/tables.ts';

/** A passkey of a user, as it is listed. */
export interface Passkey {
  /** The credential ID. */
  id: string;
  rpId: string;
  /** The kind of device it was registered on. */
  device: string;
  /** True if it can be on several devices. */
  backupEligible: boolean;
  createdAt: number;
}

/** The largest number of passkeys per user, which keeps the lists that browsers receive short. */
export const maxPasskeys = 20;

export function toPasskey(row: Row<'passkeys'>): Passkey {
  return {
    id: row.credentialId,
    rpId: row.rpId,
    device: row.device,
    backupEligible: row.backupEligible === 1,
    createdAt: row.createdAt,
  };
}

/**
 * Returns the proof that a passkey gives. One that verified its user, by a PIN or biometrics, stands for two factors: the
 * device and what unlocks it.
 */
export function proofBy(userVerified: boolean): { amr: string[]; method: string } {
  return { amr: userVerified ? ['webauthn', 'mfa'] : ['webauthn'], method: 'webauthn' };
}
