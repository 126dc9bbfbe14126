import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { OutboundError } from '../../../core/outbound.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { type Client, unknownClient } from './client.ts';
import { insertUsedAssertion } from './store-client-requests.ts';

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** `Ed25519` is the newer name of what `EdDSA` means here (RFC 9864). */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** The difference between the client's clock and ours that is tolerated. */
const toleranceSeconds = 30;
const longestSeconds = 10 * 60;

/** Returns the client that an assertion names, before its signature is checked. */
export function clientOfAssertion(assertion: string): string {
  try {
    const { sub } = decodeJwt(assertion);
    return typeof sub === 'string' ? sub : '';
  } catch (cause) {
    throw new OAuthError('invalid_client', 'client_assertion is not a JWT', { cause });
  }
}

/**
 * Verifies an assertion by which a client proves its identity with its private key (RFC 7523 §3, OpenID Connect Core §9). Each
 * works once: one statement records its ID.
 */
export async function verifyClientAssertion(
  ctx: ProjectContext,
  client: Client,
  assertion: string,
): Promise<void> {
  const { jti, exp = 0, aud } = await verifySignature(ctx, client, assertion);
  const { url, endpoints } = client.issuer;
  const ours = [url, `${endpoints}/token`, `${endpoints}/par`];
  const audiences = [aud ?? []].flat();
  // An assertion that is also for another server could be replayed by that server.
  if (audiences.length === 0 || !audiences.every((audience) => ours.includes(audience)))
    throw refused('`aud` must be the issuer or the token endpoint, and nothing else');
  if (exp * 1000 > ctx.now() + (longestSeconds + toleranceSeconds) * 1000)
    throw refused('`exp` must be at most 10 minutes from now');
  if (!jti) throw refused('`jti` is missing');
  const isNew = await insertUsedAssertion(ctx.db, {
    projectId: ctx.project.id,
    idHash: hashSecret(JSON.stringify([client.id, jti])),
    expiresAt: (Math.ceil(exp) + toleranceSeconds + 1) * 1000,
  });
  if (!isNew) throw refused('it was used before. Create one with a new `jti` for each request');
}

async function verifySignature(ctx: ProjectContext, client: Client, assertion: string): Promise<JWTPayload> {
  const verify = async ({ keys }: { keys: object[] }) => {
    const set = createLocalJWKSet({ keys: keys.map(withoutName) } as JSONWebKeySet);
    const { payload } = await jwtVerify(assertion, set, {
      algorithms: assertionAlgorithms,
      issuer: client.id,
      subject: client.id,
      currentDate: new Date(ctx.now()),
      clockTolerance: toleranceSeconds,
      requiredClaims: ['exp', 'jti', 'aud'],
    });
    return payload;
  };
  const { jwks, jwksUri } = client.settings;
  try {
    if (!jwksUri) return await verify(jwks);
    try {
      return await verify(await keysAt(ctx, jwksUri, 300));
    } catch (error) {
      // The client may have a new key. Anybody can send an unknown key ID, so that not every one leads to a request.
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return await verify(await keysAt(ctx, jwksUri, 30));
    }
  } catch (error) {
    if (error instanceof OutboundError)
      throw refused('the keys at `jwksUri` cannot be loaded', { cause: error });
    // RFC 6749 §5.2 allows no quotation marks in a description.
    if (error instanceof errors.JOSEError)
      throw refused(error.message.replaceAll('"', '`'), { cause: error });
    throw error;
  }
}

/** An Ed25519 key may say `EdDSA` while the client signs with `Ed25519`, which is the same. */
function withoutName(jwk: { kty?: string; alg?: string }): object {
  return jwk.kty === 'OKP' ? { ...jwk, alg: undefined } : jwk;
}

/** Loads the keys that a client publishes, at most once in the given time. */
function keysAt({ cache, project, fetch }: ProjectContext, url: string, seconds: number) {
  return cache.get(`client-keys:${seconds}:${project.id}:${url}`, seconds, async () => {
    const { status, body } = await fetch(url, {
      headers: { accept: 'application/json' },
      maxBytes: 64 * 1024,
    });
    if (status !== 200) throw new OutboundError(`${new URL(url).host} answered with status ${status}`);
    return readKeys(body);
  });
}

function readKeys(body: Buffer): { keys: object[] } {
  try {
    const { keys } = JSON.parse(body.toString('utf8')) as { keys?: unknown };
    const isSet = Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null);
    if (isSet) return { keys };
  } catch {
    // Reported by the next line.
  }
  throw new OutboundError('the answer is not a JSON Web Key Set');
}

function refused(reason: string, options?: ErrorOptions): OAuthError {
  return new OAuthError('invalid_client', `The client assertion was refused: ${reason}`, options);
}

/** Throws unless the client has keys with which it could sign. */
export function requireKeys({ settings: { jwks, jwksUri }, isPublic }: Client): void {
  if (isPublic || (jwks.keys.length === 0 && jwksUri === '')) throw unknownClient();
}
