import { describe, expect, test } from 'vitest';
import { verifyAssertion } from './assertion.ts';
import { WebAuthnError } from './error.ts';
import { verifyRegistration } from './registration.ts';
import vectors from './vectors.json' with { type: 'json' };

describe('the vectors of the specification', () => {
  const site = { rpId: vectors.rpId, allowsOrigin: (origin: string) => origin === vectors.origin };

  function assertionOf(name: 'es256' | 'rs256', requiresVerification = false) {
    const { credentialId: id, publicKey, assertion } = vectors[name];
    const { challenge, ...response } = assertion;
    const credential = { id, publicKey, signCount: 0, backupEligible: true };
    const expected = { ...site, challenge, requiresVerification, credential };
    return verifyAssertion({ id, userHandle: undefined, ...response }, expected);
  }

  function registrationOf(name: 'es256' | 'rs256', requiresVerification = false) {
    const { credentialId: id, registration } = vectors[name];
    const { challenge, ...response } = registration;
    return verifyRegistration({ id, ...response }, { ...site, challenge, requiresVerification });
  }

  test('a registration is read correctly', async () => {
    expect(await registrationOf('es256')).toEqual({
      id: vectors.es256.credentialId,
      publicKey: vectors.es256.publicKey,
      signCount: 0,
      backupEligible: true,
      backedUp: true,
      userVerified: false,
    });
  });

  test.each(['es256', 'rs256'] as const)('an assertion by %s is accepted', async (name) => {
    expect(await assertionOf(name)).toEqual({ signCount: 0, backedUp: true, userVerified: false });
  });

  test('none is accepted where the user has to be verified, because none has a verified user', async () => {
    await expect(registrationOf('es256', true)).rejects.toThrow(WebAuthnError);
    await expect(assertionOf('es256', true)).rejects.toThrow(WebAuthnError);
    await expect(assertionOf('rs256', true)).rejects.toThrow(WebAuthnError);
  });

  test('an attestation with certificates is refused before they are read', async () => {
    await expect(registrationOf('rs256')).rejects.toThrow('was not requested');
  });
});
