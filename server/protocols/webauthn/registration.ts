import { algorithms } from './algorithms.ts';
import { checkClientData, type ExpectedClientData } from './client-data.ts';
import { checkCredentialKey } from './credential-key.ts';
import { refusalOf, WebAuthnError } from './error.ts';
import type { RegistrationResponse } from './response.ts';

export interface ExpectedRegistration extends Omit<ExpectedClientData, 'type'> {
  rpId: string;
  requiresVerification: boolean;
}

/** A public key and its authenticator's data. */
export interface NewCredential {
  id: string;
  /** COSE, in base64url. */
  publicKey: string;
  signCount: number;
  /** The key can be copied to other devices. */
  backupEligible: boolean;
  backedUp: boolean;
  /** The authenticator verified its user, by a PIN or biometrics. */
  userVerified: boolean;
}

/** An RSA key of 8,192 bits needs about half of it. */
const maxPublicKeyBytes = 2_048;

/** Verifies a registration (WebAuthn Level 3 §7.1). Throws WebAuthnError. */
export async function verifyRegistration(
  response: RegistrationResponse,
  expected: ExpectedRegistration,
): Promise<NewCredential> {
  const { id, clientDataJson, attestationObject } = response;
  const origin = checkClientData(clientDataJson, { ...expected, type: 'webauthn.create' });
  try {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataJson,
          attestationObject: await withoutAttestation(attestationObject),
        },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: origin,
      expectedRPID: expected.rpId,
      requireUserVerification: expected.requiresVerification,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) throw new WebAuthnError('the registration is not valid');
    const { credential, credentialDeviceType, credentialBackedUp, userVerified } = registrationInfo;
    if (credential.id !== id)
      throw new WebAuthnError('the authenticator created a credential with another ID');
    if (credential.publicKey.length > maxPublicKeyBytes)
      throw new WebAuthnError('the public key is too long');
    await checkCredentialKey(credential.publicKey);
    return {
      id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      signCount: credential.counter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
      userVerified,
    };
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Replaces the attestation by "none" (WebAuthn Level 3 §8.7). We request none, but some authenticators and policies of
 * companies send one anyway. It is not verified, because nothing here depends on it, and because verifying certificates means
 * fetching revocation lists from addresses that the sender has chosen. The authenticator data stay as they are.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const decoded: unknown = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
  if (!(decoded instanceof Map)) throw new WebAuthnError('the attestation object is not a map');
  const authData: unknown = decoded.get('authData');
  if (
    typeof decoded.get('fmt') !== 'string' ||
    !decoded.has('attStmt') ||
    !(authData instanceof Uint8Array)
  ) {
    throw new WebAuthnError('the attestation object lacks a part');
  }
  const bytes = isoCBOR.encode(
    new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]),
  );
  return Buffer.from(bytes).toString('base64url');
}
