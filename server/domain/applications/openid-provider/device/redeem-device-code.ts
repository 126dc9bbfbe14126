import type { ProjectContext, TimedProjectData } from '../../../../core/context.ts';
import { hashSecret } from '../../../../core/crypto.ts';
import { newId } from '../../../../core/ids.ts';
import type { RefusalCause } from '../../../../core/refusal-causes.ts';
import { OAuthError, type OAuthErrorCode } from '../../../../protocols/oauth/oauth-error.ts';
import type { Row } from '../../../../storage/tables.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordRefusedSignIn } from '../../../directory/sign-in-refusals/record-refusal.ts';
import { wasRevoked } from '../../../directory/users/revocations.ts';
import type { StartedSession } from '../../../sessions/sessions/start-session.ts';
import type { Client } from '../client.ts';
import { isAllowedKnown } from '../consent.ts';
import { bindGrant, type Grant } from '../grant.ts';
import { isIssuer } from '../place.ts';
import { narrowResources } from '../resources.ts';
import { startApplicationSession } from '../start-application-session.ts';
import type { DeviceGrant, DeviceRequest } from './device-request.ts';
import { findByDeviceCode, notePoll, takeAllowed } from './store.ts';

const slowDownMs = 5_000;

/** A device that waits exactly as long as it was told may seem to come a little too soon. */
const toleranceMs = 500;

/**
 * Answers a device that asks whether the user has decided (RFC 8628 §3.4). One statement uses the code up, so exactly one of
 * many requests gets the session. The user's access is examined again, because minutes may have passed.
 */
export async function redeemDeviceCode(
  ctx: ProjectContext,
  client: Client,
  {
    deviceCode,
    keyThumbprint,
    resources: asked,
  }: { deviceCode: string; keyThumbprint: string; resources: string[] },
): Promise<{ started: StartedSession; grant: Grant }> {
  if (!deviceCode) throw new OAuthError('invalid_request', 'device_code is missing');
  const deviceCodeHash = hashSecret(deviceCode);
  const row = await findByDeviceCode(ctx.db, ctx.project.id, deviceCodeHash);
  if (!row || !isOf(client, row)) throw await refusal(ctx, client, 'usedLink', unknown);
  if (row.expiresAt <= ctx.now()) throw await refusal(ctx, client, 'expiredCode', expired);
  if (row.status === 'denied')
    throw new OAuthError('access_denied', 'The user has denied the sign-in on this device');
  if (row.status === 'pending') throw await stillPending(ctx, row);
  const { resources: granted = [] } = JSON.parse(row.grant ?? '') as DeviceGrant;
  const resources = narrowResources(client, granted, asked);
  const { userId, started, grant } = await takeGrant(ctx, client, row, keyThumbprint);
  if (!started) throw await refusal(ctx, client, 'sessionEnded', revoked, userId);
  return { started, grant: { ...grant, resources } };
}

function isOf(client: Client, row: Row<'deviceRequests'>): boolean {
  const { clientId, issuer } = JSON.parse(row.request) as DeviceRequest;
  return row.appId === client.app.id && clientId === client.id && isIssuer(issuer, client.issuer);
}

async function stillPending(ctx: TimedProjectData, row: Row<'deviceRequests'>): Promise<OAuthError> {
  const now = ctx.now();
  if (await notePoll(ctx.db, row, { now, earliest: now + toleranceMs, slowDownMs }))
    return new OAuthError('authorization_pending', 'The user has not decided yet. Ask again later');
  return slowDown();
}

export function slowDown(cause?: unknown): OAuthError {
  return new OAuthError('slow_down', 'Wait five seconds longer before each request', { cause });
}

async function takeGrant(
  ctx: ProjectContext,
  client: Client,
  row: Row<'deviceRequests'>,
  keyThumbprint: string,
) {
  const { browserSessionId, revocations, ...rest } = JSON.parse(row.grant ?? '') as DeviceGrant;
  const grant = bindGrant(client, rest, keyThumbprint);
  const userId = row.userId ?? '';
  if (!(await isAllowedKnown(ctx, client, grant, userId))) return { userId, started: undefined, grant };
  const started = await transaction(ctx, async (ctx) => {
    // Locks the user first, as revocations do, so that the two cannot wait for each other.
    const isRevoked = await wasRevoked(ctx, userId, revocations);
    const { deviceCodeHash } = row;
    const isTaken = await takeAllowed(ctx.db, ctx.project.id, { deviceCodeHash, now: ctx.now() });
    if (!isTaken || isRevoked) return undefined;
    const sessionId = newId('S', ctx.now());
    return startApplicationSession(ctx, client, { userId, sessionId, grant, browserSessionId });
  });
  return { userId, started, grant };
}

type Reason = [OAuthErrorCode, string];
const unknown: Reason = [
  'invalid_grant',
  'The device code is unknown, has already been used, or belongs to another client',
];
const expired: Reason = ['expired_token', 'The device code has expired. Start again'];
const revoked: Reason = [
  'invalid_grant',
  'The device code has already been used, or the user’s access has been revoked',
];

/** Records the refusal, and returns it. */
async function refusal(
  ctx: ProjectContext,
  client: Client,
  cause: RefusalCause,
  [code, reason]: Reason,
  userId?: string,
): Promise<OAuthError> {
  const data = { kind: 'device', reason, application: client.app.id };
  const subject = userId || client.id;
  await recordRefusedSignIn(ctx, { method: 'oidc', cause, subject, userId, data });
  return new OAuthError(code, reason);
}
