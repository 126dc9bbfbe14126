import type { IncomingHttpHeaders } from 'node:http';
import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { hashSecret } from '../../../../core/crypto.ts';
import { verifyDpopProof } from '../../../../protocols/oauth/dpop.ts';
import { OAuthError } from '../../../../protocols/oauth/oauth-error.ts';
import { recordRefusedSignIn } from '../../../directory/sign-in-refusals/record-refusal.ts';
import type { Client } from '../client.ts';
import { deleteProofsBefore, insertProof } from './store.ts';

/** The request with which a proof comes. */
export interface ProvenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

/** The way in which an access token was shown. */
export interface ShownToken {
  scheme: 'Bearer' | 'DPoP';
  request: ProvenRequest;
}

/** Another instance's clock may be behind ours, and accept the proof for longer. */
const marginMs = 60_000;

/**
 * Accepts the proof of a token request, and returns the thumbprint of its key: the access token will be bound to it (RFC 9449 §5).
 * Returns an empty text without a proof, unless the application requires one.
 */
export function keyOfTokenRequest(
  ctx: ProjectContext,
  client: Client,
  request: ProvenRequest,
): Promise<string> {
  return recordingRefusedProof(ctx, client.id, async () => {
    const thumbprint = await keyOf(ctx, client, request);
    if (thumbprint || !client.settings.dpopBoundAccessTokens) return thumbprint;
    throw new OAuthError(
      'invalid_dpop_proof',
      'The application requires DPoP: send a proof in the DPoP header',
    );
  });
}

/**
 * Accepts the proof of a pushed request, and returns the thumbprint of its key, to which the code will be bound (RFC 9449 §10.1).
 * Returns an empty text without a proof.
 */
export function keyOfPushedRequest(
  ctx: ProjectContext,
  client: Client,
  request: ProvenRequest,
): Promise<string> {
  return recordingRefusedProof(ctx, client.id, () => keyOf(ctx, client, request));
}

async function keyOf(ctx: ProjectContext, client: Client, request: ProvenRequest): Promise<string> {
  if (request.headers['dpop'] === undefined) return '';
  // Its session JWTs cannot be bound, and a client that asks for protection must not believe that it has some.
  if (client.isProject)
    throw new OAuthError(
      'invalid_request',
      'The project’s own client gets tokens without a key. Leave out the DPoP header, or register an application',
    );
  return takeProof(ctx, request);
}

/** Requires that a token that is bound to a key comes with a proof of that key (RFC 9449 §7.1). */
export async function requireKeyOfToken(
  ctx: ProjectContext,
  { token, claims }: { token: string; claims: Record<string, unknown> },
  { scheme, request }: ShownToken,
): Promise<void> {
  const thumbprint = thumbprintIn(claims);
  await recordingRefusedProof(ctx, String(claims['client_id']), async () => {
    if (!thumbprint) {
      if (scheme === 'Bearer') return;
      throw new OAuthError('invalid_token', 'The access token is not bound to a key. Send it as Bearer');
    }
    if (scheme === 'Bearer')
      throw new OAuthError(
        'invalid_token',
        'The access token is bound to a key. Send it as DPoP, with a proof',
      );
    if ((await takeProof(ctx, request, token)) !== thumbprint)
      throw new OAuthError('invalid_token', 'The access token is bound to a different key than the proof');
  });
}

/** Returns the thumbprint of the key to which an access token is bound (RFC 9449 §6.1). */
export function thumbprintIn({ cnf }: Record<string, unknown>): string | undefined {
  return (cnf as { jkt?: string } | undefined)?.jkt;
}

/** Verifies the proof and uses it up, in one statement. Returns the thumbprint of its key. */
async function takeProof(
  ctx: ProjectContext,
  { method, url, headers }: ProvenRequest,
  accessToken?: string,
): Promise<string> {
  const proof = await verifyDpopProof(String(headers['dpop'] ?? ''), {
    method,
    accessToken,
    now: ctx.now(),
    url: `${ctx.baseUrl}${url.split('?', 1)[0]}`,
  });
  const isFirst = await insertProof(ctx.db, {
    projectId: ctx.project.id,
    proofHash: hashSecret(`${proof.thumbprint}.${proof.id}`),
    expiresAt: proof.validUntil + marginMs,
  });
  if (!isFirst)
    throw new OAuthError(
      'invalid_dpop_proof',
      'The DPoP proof is invalid: its jti has already been used. Create a new proof for each request',
    );
  return proof.thumbprint;
}

async function recordingRefusedProof<T>(
  ctx: ProjectContext,
  clientId: string,
  take: () => Promise<T>,
): Promise<T> {
  try {
    return await take();
  } catch (error) {
    if (error instanceof OAuthError) {
      const data = { kind: 'dpop', reason: error.message, clientId };
      await recordRefusedSignIn(ctx, { method: 'oidc', cause: 'credentials', subject: clientId, data });
    }
    throw error;
  }
}

export function deleteExpiredProofs(ctx: ServiceContext): Promise<void> {
  return deleteProofsBefore(ctx.db, ctx.now());
}
