import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../core/context.ts';
import type { Fields } from './fields.ts';
import type { SimulatorSigner } from './keys.ts';
import { fitsChallenge, idToken, issuerOf } from './oidc-answers.ts';
import { slownessMs } from './oidc-faults.ts';
import type { createGrants, SimulatedGrant } from './oidc-grant.ts';

interface Place {
  service: Pick<ServiceContext, 'baseUrl' | 'now'>;
  grants: ReturnType<typeof createGrants>;
  signer: SimulatorSigner;
  provider: string;
}

interface TokenAnswer {
  status: number;
  /** Text is sent as a page. */
  body: Record<string, unknown> | string;
}

const accessLifetimeMs = 3_600_000;
const refreshLifetimeMs = 30 * 24 * 3_600_000;

/** Faults in which the access token has expired on arrival. */
const expiredAtOnce = ['expired-token', 'revoked-refresh', 'slow-refresh'];

/** Implements RFC 6749 §4.1.3 and §6. Refresh tokens rotate. */
export async function answerTokenRequest(
  place: Place,
  request: { authorization: string; fields: Fields },
): Promise<TokenAnswer> {
  const { fields } = request;
  const clientId = clientOf(request);
  if (!clientId) return refusal('invalid_client', 401);
  if (fields['grant_type'] === 'refresh_token') return renew(place, clientId, fields['refresh_token'] ?? '');
  if (fields['grant_type'] !== 'authorization_code') return refusal('unsupported_grant_type');
  return redeem(place, clientId, fields);
}

async function redeem(place: Place, clientId: string, fields: Fields): Promise<TokenAnswer> {
  const { grants, provider } = place;
  const code = fields['code'] ?? '';
  const grant = grants.open('code', code);
  grants.spend(code);
  if (!grant || grant.provider !== provider || grant.clientId !== clientId) return refusal('invalid_grant');
  if (grant.redirectUri !== fields['redirect_uri'] || !fitsChallenge(grant, fields['code_verifier'] ?? '')) {
    return refusal('invalid_grant');
  }
  if (grant.fault === 'slow') await sleep(slownessMs, undefined, { ref: false });
  if (grant.fault === 'broken') return refusal('server_error', 500);
  if (grant.fault === 'not-json') return { status: 200, body: '<!doctype html><title>Welcome</title>' };
  const lifetimeMs = expiredAtOnce.includes(grant.fault) ? 0 : accessLifetimeMs;
  return { status: 200, body: await tokens(place, grant, lifetimeMs) };
}

async function renew(place: Place, clientId: string, refreshToken: string): Promise<TokenAnswer> {
  const { grants, provider } = place;
  const grant = grants.open('refresh', refreshToken);
  grants.spend(refreshToken);
  if (!grant || grant.provider !== provider || grant.clientId !== clientId) return refusal('invalid_grant');
  if (grant.fault === 'revoked-refresh') return refusal('invalid_grant');
  if (grant.fault === 'slow-refresh') await sleep(slownessMs, undefined, { ref: false });
  return { status: 200, body: await tokens(place, { ...grant, nonce: '' }, accessLifetimeMs) };
}

async function tokens(
  { service, grants, signer, provider }: Place,
  grant: SimulatedGrant,
  lifetimeMs: number,
) {
  const { scope } = grant;
  const isOffline = scope.split(' ').includes('offline_access');
  return {
    access_token: grants.issue('access', grant, Math.max(lifetimeMs, 60_000)),
    token_type: 'Bearer',
    expires_in: Math.floor(lifetimeMs / 1000),
    scope,
    ...(isOffline && { refresh_token: grants.issue('refresh', grant, refreshLifetimeMs) }),
    id_token: await idToken(issuerOf(service.baseUrl, provider), grant, signer, service.now()),
  };
}

/** Accepts any client with any secret. Empty: none. */
function clientOf({ authorization, fields }: { authorization: string; fields: Fields }): string {
  const [, basic = ''] = /^Basic (.+)$/i.exec(authorization) ?? [];
  if (!basic) return fields['client_secret'] ? (fields['client_id'] ?? '') : '';
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':').map(decode);
  return secret ? id : '';
}

/** RFC 6749 §2.3.1: both are form-encoded before they are joined. */
function decode(text: string): string {
  return new URLSearchParams(`x=${text}`).get('x') ?? '';
}

function refusal(error: string, status = 400): TokenAnswer {
  return { status, body: { error } };
}
