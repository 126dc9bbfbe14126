import type { ProjectContext } from '../../../core/context.ts';
import { newSecret } from '../../../core/crypto.ts';
import { signJwt } from '../../../protocols/jwt/sign.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { type AssertionAlgorithm, assertionKey } from '../../project/projects/keys/assertion-keys.ts';

export interface ClientAssertion {
  issuer: string;
  subject: string;
  audience: string[];
  lifetimeSeconds: number;
  /** Writes a single audience as text instead of a list. */
  flattenAudience: boolean;
  algorithm: AssertionAlgorithm;
}

/**
 * Creates a JWT with which the integrator's software authenticates to a third party's authorization server (RFC
 * 7523 §2.2). It leaves the service, so it is signed with a key that verifies no session of the project.
 */
export async function createClientAssertion(ctx: ProjectContext, input: ClientAssertion): Promise<string> {
  const { issuer, subject, audience, algorithm } = input;
  const key = await assertionKey(ctx, algorithm);
  const issuedAt = Math.floor(ctx.now() / 1000);
  const claims = {
    iss: issuer,
    sub: subject,
    aud: input.flattenAudience && audience.length === 1 ? audience[0] : audience,
    jti: newSecret(),
    iat: issuedAt,
    exp: issuedAt + input.lifetimeSeconds,
  };
  const jwt = await signJwt(claims, key);
  const { iss, sub, aud, exp } = claims;
  await recordAudit(ctx, { action: 'ClientAssertionCreated', data: { iss, sub, aud, exp, kid: key.id } });
  return jwt;
}
