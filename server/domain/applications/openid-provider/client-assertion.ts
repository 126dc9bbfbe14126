import type { KeyObject } from 'node:crypto';
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { OutboundError } from '../../../core/outbound.ts';
import { type Jwk, readPublicKey, UnusableKeyError } from '../../../protocols/keys/public-key.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { assertionAlgorithms } from '../../../protocols/oauth/public-keys.ts';
import { type Client, unknownClient } from './client.ts';
import { loadClientKeys } from './client-keys.ts';
import { insertUsedAssertion } from './store-client-requests.ts';

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

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
    throw refused('`aud` must be exactly the issuer or the token endpoint');
  if (exp * 1000 > ctx.now() + (longestSeconds + toleranceSeconds) * 1000)
    throw refused('`exp` must be at most 10 minutes from now');
  if (!jti) throw refused('`jti` is missing');
  const isNew = await insertUsedAssertion(ctx.db, {
    projectId: ctx.project.id,
    idHash: hashSecret(JSON.stringify([client.id, jti])),
    expiresAt: (Math.ceil(exp) + toleranceSeconds + 1) * 1000,
  });
  if (!isNew) throw refused('it has already been used. Create one with a new `jti` for each request');
}

async function verifySignature(ctx: ProjectContext, client: Client, assertion: string): Promise<JWTPayload> {
  const { assertionAlgorithm } = client.thirdParty?.inboundApp.settings.registration ?? {};
  const expected = {
    algorithms: assertionAlgorithm ? [assertionAlgorithm] : assertionAlgorithms,
    issuer: client.id,
    subject: client.id,
    currentDate: new Date(ctx.now()),
    clockTolerance: toleranceSeconds,
    requiredClaims: ['exp', 'jti', 'aud'],
  };
  const { jwks, jwksUri } = client.settings;
  try {
    if (!jwksUri) return await verifyWith(jwks.keys, assertion, expected);
    try {
      return await verifyWith(await loadClientKeys(ctx, jwksUri), assertion, expected);
    } catch (error) {
      if (!isUnknownKey(error)) throw error;
      return await verifyWith(await loadClientKeys(ctx, jwksUri, { again: true }), assertion, expected);
    }
  } catch (error) {
    if (error instanceof OutboundError)
      throw refused('the keys at `jwksUri` cannot be loaded', { cause: error });
    // RFC 6749 §5.2 allows no quotation marks in a description.
    if (error instanceof errors.JOSEError)
      throw refused(error.message.replaceAll('"', '`'), { cause: error });
    if (error instanceof UnusableKeyError) throw refused(`its key ${error.reason}`, { cause: error });
    throw error;
  }
}

/** The client may have a new key, under a new ID or, if it names none, under the same. */
function isUnknownKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
}

async function verifyWith(
  keys: readonly Jwk[],
  assertion: string,
  expected: JWTVerifyOptions & { algorithms: string[] },
): Promise<JWTPayload> {
  let failure: Error = new errors.JWKSNoMatchingKey();
  // A client that names no key may have signed with each of them.
  for (const key of matchingKeys(keys, assertion, expected.algorithms)) {
    try {
      return (await jwtVerify(assertion, key, expected)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Returns the keys that an assertion may be signed with. Throws an UnusableKeyError if none is safe. */
function matchingKeys(keys: readonly Jwk[], assertion: string, algorithms: readonly string[]): KeyObject[] {
  const { alg, kid } = headerOf(assertion);
  if (!alg || !algorithms.includes(alg))
    throw new errors.JOSEAlgNotAllowed(`\`alg\` must be one of ${algorithms.join(', ')}`);
  const matching: KeyObject[] = [];
  let unsafe: UnusableKeyError | undefined;
  for (const jwk of keys.filter((jwk) => kid === undefined || jwk['kid'] === kid)) {
    try {
      matching.push(readPublicKey(jwk, [alg]));
    } catch (error) {
      if (!(error instanceof UnusableKeyError)) throw error;
      if (!error.isForOthers) unsafe ??= error;
    }
  }
  if (matching.length === 0 && unsafe) throw unsafe;
  return matching;
}

function headerOf(assertion: string) {
  try {
    return decodeProtectedHeader(assertion);
  } catch (cause) {
    throw new errors.JWSInvalid('it has no header', { cause });
  }
}

function refused(reason: string, options?: ErrorOptions): OAuthError {
  return new OAuthError('invalid_client', `The client assertion is invalid: ${reason}`, options);
}

/** Throws unless the client has keys with which it could sign. */
export function requireKeys({ settings: { jwks, jwksUri }, isPublic }: Client): void {
  if (isPublic || (jwks.keys.length === 0 && jwksUri === '')) throw unknownClient();
}
