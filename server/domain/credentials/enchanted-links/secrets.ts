import { hashSecret, newSecret } from '../../../core/crypto.ts';

/**
 * The secret in each of the three links begins with a handle that they share, so that a wrong choice is known to be one,
 * and ends the sign-in; only the right one ends with the proof.
 */
export interface EnchantedSecrets {
  right: string;
  wrong: [string, string];
  /** What is stored. */
  handleHash: string;
  proofHash: string;
}

const length = 43;

export function newEnchantedSecrets(): EnchantedSecrets {
  const [handle, proof] = [newSecret(), newSecret()];
  return {
    right: handle + proof,
    wrong: [handle + newSecret(), handle + newSecret()],
    handleHash: hashSecret(handle),
    proofHash: hashSecret(proof),
  };
}

export function splitEnchanted(secret: string): { handleHash: string; proofHash: string } {
  return { handleHash: hashSecret(secret.slice(0, length)), proofHash: hashSecret(secret.slice(length)) };
}
