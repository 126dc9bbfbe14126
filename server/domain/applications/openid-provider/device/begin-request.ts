import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { hashSecret, newSecret } from '../../../../core/crypto.ts';
import { withQuery } from '../../../../core/url.ts';
import { OAuthError } from '../../../../protocols/oauth/oauth-error.ts';
import type { Client } from '../client.ts';
import type { Place } from '../place.ts';
import { narrowResources } from '../resources.ts';
import { knownScopes } from '../scopes.ts';
import { type DeviceRequest, devicePath } from './device-request.ts';
import { deleteRequestsBefore, insertDeviceRequest } from './store.ts';
import { macOfUserCode, newUserCode, showUserCode } from './user-code.ts';

const lifetimeSeconds = 600;
const intervalSeconds = 5;

/** For this long after its end a device is told that its request has expired, and not that it is unknown. */
const rememberedMs = 10 * 60_000;

/**
 * Begins the sign-in of a device that cannot show a page (RFC 8628 §3.1). Not for the project's own client: it
 * needs no registration and gets the project's own JWTs, so anyone could send users a code for them.
 */
export async function beginDeviceRequest(
  ctx: ProjectContext,
  client: Client,
  { place, scope, resources }: { place: Place; scope: string; resources: string[] },
) {
  if (client.isProject || client.settings.deviceCodeDisabled)
    throw new OAuthError('unauthorized_client', 'The application does not allow device authorization');
  const deviceCode = newSecret();
  const request: DeviceRequest = {
    clientId: client.id,
    issuer: client.issuer.url,
    place,
    scopes: knownScopes(client, scope),
    resources: narrowResources(client, undefined, resources),
    remoteAddress: ctx.request.remoteAddress,
    userAgent: ctx.request.userAgent,
  };
  const now = ctx.now();
  let userCode = newUserCode();
  const row = {
    projectId: ctx.project.id,
    deviceCodeHash: hashSecret(deviceCode),
    appId: client.app.id,
    request: JSON.stringify(request),
    ...({ status: 'pending', userId: null, grant: null } as const),
    intervalMs: intervalSeconds * 1000,
    nextPollAt: now,
    createdAt: now,
    expiresAt: now + lifetimeSeconds * 1000,
  };
  while (!(await insertDeviceRequest(ctx.db, { ...row, userCodeMac: macOfUserCode(ctx, userCode) })))
    userCode = newUserCode();
  const verificationUri = `${ctx.baseUrl}${devicePath(ctx.project.id)}`;
  return {
    device_code: deviceCode,
    user_code: showUserCode(userCode),
    verification_uri: verificationUri,
    verification_uri_complete: withQuery(verificationUri, { user_code: showUserCode(userCode) }),
    expires_in: lifetimeSeconds,
    interval: intervalSeconds,
  };
}

export function deleteForgottenRequests(ctx: ServiceContext): Promise<void> {
  return deleteRequestsBefore(ctx.db, ctx.now() - rememberedMs);
}
