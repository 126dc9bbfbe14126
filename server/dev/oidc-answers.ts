import { createHash, createPublicKey } from 'node:crypto';
import { signJwt } from '../protocols/jwt/sign.ts';
import type { SimulatorSigner } from './keys.ts';
import { oidcFaults } from './oidc-faults.ts';
import type { SimulatedGrant } from './oidc-grant.ts';

export const oidcScopes = ['openid', 'profile', 'email', 'groups', 'offline_access'];

export function issuerOf(baseUrl: string, provider: string): string {
  return `${baseUrl}/dev/idp/oidc/${provider}`;
}

/** OpenID Connect Discovery 1.0 §3. */
export function discoveryDocument(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/jwks`,
    scopes_supported: oidcScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    claims_supported: ['sub', 'name', 'email', 'email_verified', 'groups'],
  };
}

const keyId = 'simulator';

export function keySet({ certificate }: SimulatorSigner) {
  const jwk = createPublicKey(certificate).export({ format: 'jwk' });
  return { keys: [{ ...jwk, kid: keyId, use: 'sig', alg: 'RS256' }] };
}

/** Returns the claims that the scopes allow. */
export function userClaims({ user, scope, fault }: SimulatedGrant): Record<string, unknown> {
  const scopes = scope.split(' ');
  return {
    sub: user.subject,
    ...(scopes.includes('profile') && user.name && { name: user.name }),
    ...(scopes.includes('email') &&
      user.email && { email: user.email, email_verified: fault !== 'unverified-email' }),
    ...(scopes.includes('groups') && { groups: user.groups }),
  };
}

export async function idToken(
  issuer: string,
  grant: SimulatedGrant,
  { privateKey }: SimulatorSigner,
  now: number,
): Promise<string> {
  const iat = Math.floor(now / 1000);
  const good = {
    iss: issuer,
    aud: grant.clientId,
    iat,
    exp: iat + 300,
    ...(grant.nonce && { nonce: grant.nonce }),
    ...userClaims(grant),
  };
  const fault = oidcFaults.find(({ id }) => id === grant.fault);
  const claims = { ...good, ...fault?.changeClaims?.(good) };
  const token = await signJwt(claims, { id: keyId, algorithm: 'RS256', privateKey });
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (grant.fault === 'alg-none') return `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`;
  if (grant.fault === 'wrong-signature')
    return `${header}.${encode({ ...claims, sub: 'other' })}.${signature}`;
  return token;
}

/** RFC 7636 §4.6. */
export function fitsChallenge({ codeChallenge }: SimulatedGrant, verifier: string): boolean {
  return codeChallenge === '' || createHash('sha256').update(verifier).digest('base64url') === codeChallenge;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
