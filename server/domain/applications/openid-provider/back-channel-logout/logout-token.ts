import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import type { QueuedLogout } from '../../../../delivery/events.ts';
import { signJwt } from '../../../../protocols/jwt/sign.ts';
import { findSsoApp } from '../../../directory/applications/sso/load-app.ts';
import type { OidcSettings } from '../../../directory/applications/sso/sso-app.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { currentApplicationKey } from '../../../project/projects/keys/application-keys.ts';
import { loadProject } from '../../../project/projects/load-project.ts';
import { subjectOf } from '../subject.ts';
import type { EndedSignIn } from './notify-applications.ts';

/** Every attempt signs anew (OpenID Connect Back-Channel Logout §2.6 refuses old tokens), with the same `jti`. */
const tokenSeconds = 120;

const event = 'http://schemas.openid.net/event/backchannel-logout';

/** Returns `undefined` if the application or its URL was removed meanwhile. */
export async function prepareLogout(
  service: ServiceContext,
  logout: QueuedLogout,
): Promise<{ url: string; token: string } | undefined> {
  const ctx = await enter(service, logout.projectId);
  const app = ctx && (await findSsoApp(ctx, logout.appId));
  const settings = app?.settings.oidc;
  if (!ctx || !settings?.backChannelLogoutUrl) return undefined;
  return { url: settings.backChannelLogoutUrl, token: await signLogoutToken(ctx, settings, logout) };
}

async function signLogoutToken(
  ctx: ProjectContext,
  settings: OidcSettings,
  { id, userId, content }: QueuedLogout,
): Promise<string> {
  const { issuer, clientId, sessionId } = JSON.parse(content) as EndedSignIn;
  const isProject = clientId === ctx.project.id;
  const sub = await subjectOf(ctx, { id: clientId, isProject, settings }, userId);
  const iat = Math.floor(ctx.now() / 1000);
  const claims = {
    iss: issuer,
    sub,
    aud: clientId,
    iat,
    exp: iat + tokenSeconds,
    jti: id,
    sid: sessionId,
    events: { [event]: {} },
  };
  return signJwt(claims, await currentApplicationKey(ctx), 'logout+jwt');
}

/** Records that an application could not be notified, so that the user may still be signed in there. */
export async function reportLostLogout(
  service: ServiceContext,
  { logout, reason }: { logout: QueuedLogout; reason: string },
): Promise<void> {
  const { projectId, id, appId, userId } = logout;
  const ctx = await enter(service, projectId);
  if (!ctx) return;
  const data = { application: appId, message: id, reason };
  await recordAudit(ctx, { action: 'ApplicationLogoutFailed', userId, data });
}

async function enter(service: ServiceContext, projectId: string): Promise<ProjectContext | undefined> {
  const project = await loadProject(service, projectId);
  const request = { id: 'outbox', remoteAddress: '', userAgent: '' };
  return project && { ...service, project, request, actor: { type: 'system', id: 'outbox' } };
}
