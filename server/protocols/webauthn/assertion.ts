import { checkClientData, type ExpectedClientData } from './client-data.ts';
import { checkCredentialKey } from './credential-key.ts';
import { refusalOf, WebAuthnError } from './error.ts';
import type { AssertionResponse } from './response.ts';

export interface ExpectedAssertion extends Omit<ExpectedClientData, 'type'> {
  rpId: string;
  requiresVerification: boolean;
  /** As stored at its registration or last use. */
  credential: { id: string; publicKey: string; signCount: number; backupEligible: boolean };
}

export interface VerifiedAssertion {
  signCount: number;
  backedUp: boolean;
  /** The authenticator verified its user, by a PIN or biometrics. */
  userVerified: boolean;
}

/** Verifies an assertion (WebAuthn Level 3 §7.2) without identifying the user. Throws WebAuthnError. */
export async function verifyAssertion(
  response: AssertionResponse,
  expected: ExpectedAssertion,
): Promise<VerifiedAssertion> {
  const { id, clientDataJson, authenticatorData, signature } = response;
  const { credential } = expected;
  if (id !== credential.id) throw new WebAuthnError('the credential is another one');
  const origin = checkClientData(clientDataJson, { ...expected, type: 'webauthn.get' });
  try {
    const publicKey = new Uint8Array(Buffer.from(credential.publicKey, 'base64url'));
    await checkCredentialKey(publicKey);
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientDataJson, authenticatorData, signature },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: origin,
      expectedRPID: expected.rpId,
      requireUserVerification: expected.requiresVerification,
      credential: {
        id,
        publicKey,
        counter: credential.signCount,
      },
    });
    if (!verified) throw new WebAuthnError('the signature does not match');
    const backupEligible = authenticationInfo.credentialDeviceType === 'multiDevice';
    if (backupEligible !== credential.backupEligible) {
      throw new WebAuthnError('its backup eligibility has changed, which is impossible');
    }
    const { newCounter: signCount, credentialBackedUp: backedUp, userVerified } = authenticationInfo;
    return { signCount, backedUp, userVerified };
  } catch (error) {
    throw refusalOf(error);
  }
}
