import { describe, expect, test } from 'vitest';
import { verifyAssertion } from './assertion.ts';
import { WebAuthnError } from './error.ts';
import { verifyRegistration } from './registration.ts';
import vectors from './vectors.json' with { type: 'json' };

/** The reasons why a vector is refused. The others are accepted. */
const refusals: Record<string, RegExp> = {
  'ES256 Credential with crossOrigin: true': /embedded in a page with another origin/,
  'ES256 Credential with topOrigin': /embedded in a page with another origin/,
  'Packed Attestation with ES384 Credential': /Unexpected public key alg/,
  'Packed Attestation with ES512 Credential': /Unexpected public key alg/,
  'Packed Attestation with Ed448 Credential': /Unexpected public key alg|key/,
};

describe('the vectors of the specification', () => {
  const site = { rpId: vectors.rpId, allowsOrigin: (origin: string) => origin === vectors.origin };

  const registrationOf = ({ id, registration }: Vector, requiresVerification = false) =>
    verifyRegistration(
      { id, ...registration },
      { ...site, challenge: registration.challenge, requiresVerification },
    );

  type Vector = (typeof vectors.credentials)[number];
  const accepted = vectors.credentials.filter(({ name }) => !(name in refusals));
  const byName = (list: Vector[]) => list.map((vector) => [vector.name, vector] as const);

  test.each(byName(accepted))(
    '%s: is registered, whatever its attestation, and signs in',
    async (_, vector) => {
      const { id, assertion } = vector;
      const { userVerified, backedUp, ...credential } = await registrationOf(vector);
      const { challenge, ...response } = assertion;
      const expected = { ...site, challenge, requiresVerification: false, credential };
      expect(await verifyAssertion({ id, userHandle: undefined, ...response }, expected)).toMatchObject({
        signCount: 0,
      });
      const others = accepted.filter((other) => other !== vector);
      for (const other of others) {
        const foreign = { ...credential, publicKey: (await registrationOf(other)).publicKey };
        const run = verifyAssertion(
          { id, userHandle: undefined, ...response },
          { ...expected, credential: foreign },
        );
        await expect(run).rejects.toThrow(WebAuthnError);
      }
      if (!userVerified) await expect(registrationOf(vector, true)).rejects.toThrow(WebAuthnError);
    },
  );

  test.each(byName(vectors.credentials.filter(({ name }) => name in refusals)))(
    '%s: is refused',
    async (name, vector) => {
      await expect(registrationOf(vector)).rejects.toThrow(refusals[name]);
    },
  );
});
