import { hashSecret, newSecret } from '../../../core/crypto.ts';

/**
 * The secrets of the three links share a handle at their beginning, so that a wrong choice is recognised and ends the
 * sign-in. Only the right one ends with the proof.
 */
export interface EnchantedSecrets {
  right: string;
  wrong: [string, string];
  /** The part of the secrets that is stored. */
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
