import type { ProjectContext, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { type Parameters, readAuthorizationRequest } from './authorization-request.ts';
import { type Client, isRegisteredRedirect } from './client.ts';
import {
  deletePushedRequestsBefore,
  deleteUsedAssertionsBefore,
  insertPushedRequest,
  openPushedRow,
} from './store-client-requests.ts';

/** The browser must come within this time after the client has pushed its request. */
const lifetimeSeconds = 60;

/** The user has this long to sign in, once the browser has come. */
const signInMs = 60 * 60_000;

const prefix = 'urn:ietf:params:oauth:request_uri:';

/** The parameters of a request. Others are not stored, because they have no effect (RFC 6749 §3.1). */
const requestParameters = [
  ...['response_type', 'response_mode', 'redirect_uri', 'scope', 'state', 'nonce', 'prompt', 'max_age'],
  ...['code_challenge', 'code_challenge_method', 'dpop_jkt', 'acr_values', 'claims', 'resource', 'audience'],
  ...['login_hint', 'loginHint', 'id_token_hint', 'tenant', 'ui_locales', 'locale'],
];

const maxLength = 16 * 1024;

/** Anyone can push in the name of a client that does not prove its identity. */
const maxUnprovenLength = 6 * 1024;

/**
 * Stores a request that an authenticated client pushes, and returns the address by which the browser names it (RFC 9126 §2). A key that the
 * client has proven, `keyThumbprint`, counts as its `dpop_jkt` (RFC 9449 §10.1).
 */
export async function pushRequest(
  ctx: ProjectContext,
  client: Client,
  given: Parameters,
  keyThumbprint: string,
): Promise<{ request_uri: string; expires_in: number }> {
  if (given['request_uri'] !== undefined)
    throw new OAuthError(
      'invalid_request',
      'request_uri cannot be used in a pushed request. Send the parameters themselves',
    );
  const { redirect_uri: redirectUri } = given;
  if (typeof redirectUri !== 'string' || !isRegisteredRedirect(ctx, client, redirectUri))
    throw new OAuthError('invalid_request', 'redirect_uri is not a redirect URL of the application');
  const { dpopJkt } = readAuthorizationRequest(client, given);
  if (dpopJkt && keyThumbprint && dpopJkt !== keyThumbprint)
    throw new OAuthError('invalid_request', 'dpop_jkt is not the thumbprint of the key in the DPoP proof');
  const asked = Object.entries(given).filter(([name]) => requestParameters.includes(name));
  const parameters = JSON.stringify({
    ...Object.fromEntries(asked),
    ...(keyThumbprint && { dpop_jkt: keyThumbprint }),
  });
  const longest = client.isPublic ? maxUnprovenLength : maxLength;
  if (parameters.length > longest)
    throw new OAuthError('invalid_request', `The request is longer than ${longest} characters`);
  const secret = newSecret();
  await insertPushedRequest(ctx.db, {
    projectId: ctx.project.id,
    requestHash: hashSecret(secret),
    appId: client.app.id,
    clientId: client.id,
    parameters,
    expiresAt: ctx.now() + lifetimeSeconds * 1000,
    openedAt: null,
  });
  return { request_uri: prefix + secret, expires_in: lifetimeSeconds };
}

/** Returns the hash of a request that was pushed here, or `undefined` if the parameters name none. */
export function pushedRequestIn({ request_uri: uri }: Parameters): string | undefined {
  return typeof uri === 'string' && uri.startsWith(prefix) ? hashSecret(uri.slice(prefix.length)) : undefined;
}

/**
 * Returns the parameters of a pushed request, or `undefined` if it is unknown, too old, another client's, or has got its code. The
 * browser may come again until then: the user reloads the page, or comes back from signing in.
 */
export async function openPushedRequest(
  ctx: TimedProjectData,
  client: Client,
  requestHash: string,
): Promise<Parameters | undefined> {
  const row = await openPushedRow(ctx.db, {
    projectId: ctx.project.id,
    requestHash,
    appId: client.app.id,
    clientId: client.id,
    now: ctx.now(),
    signInMs,
  });
  return row && (JSON.parse(row.parameters) as Parameters);
}

export async function deleteExpiredClientRequests({ db, now }: ServiceContext): Promise<void> {
  await deletePushedRequestsBefore(db, { now: now(), signInBegan: now() - signInMs });
  await deleteUsedAssertionsBefore(db, now());
}
