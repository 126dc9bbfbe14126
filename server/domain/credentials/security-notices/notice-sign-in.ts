import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { deviceNameOf, deviceOf } from '../../../core/device.ts';
import { wasLastToSignIn } from '../../../core/last-sign-in.ts';
import { largeNetworkOf } from '../../../core/networks.ts';
import { noticeUser } from './notice-user.ts';
import { hasOtherDevice, listSessionOrigins, rememberDevice } from './store-devices.ts';

/**
 * Remembers the device of a sign-in, and notifies a user who has signed in before, but never from this one. Part of the
 * transaction that starts the session. Costs nothing where the notice is turned off, and one query on a known device.
 *
 * A device is known by browser, system and large network, or by the cookie of the last sign-in in this browser. A sign-in
 * with a management key says nothing about the user's device.
 */
export async function noticeSignIn(
  ctx: ProjectContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  if (!ctx.project.settings.securityNotices.includes('newDevice')) return;
  if (ctx.actor.type === 'managementKey' || ctx.actor.type === 'administrator') return;
  const deviceHash = hashOf(ctx, userId, ctx.request);
  const device = { projectId: ctx.project.id, userId, deviceHash };
  if (!(await rememberDevice(ctx.db, { ...device, lastSeenAt: ctx.now() }))) return;
  if (wasLastToSignIn(ctx, userId)) return;
  if (
    !(await hasOtherDevice(ctx.db, device)) &&
    !(await hasOtherOrigin(ctx, { userId, sessionId, deviceHash }))
  )
    return;
  await noticeUser(ctx, { kind: 'newDevice', userId });
}

/** Reports whether the user has sessions, and all of them were begun on other devices. */
async function hasOtherOrigin(
  ctx: ProjectContext,
  { userId, sessionId, deviceHash }: { userId: string; sessionId: string; deviceHash: string },
): Promise<boolean> {
  const search = { userId, exceptId: sessionId, now: ctx.now() };
  const origins = await listSessionOrigins(ctx.db, ctx.project.id, search);
  return origins.length > 0 && origins.every((origin) => hashOf(ctx, userId, origin) !== deviceHash);
}

/** Leaves out versions, which change with every update. Programs without a name are told apart by their product. */
function hashOf(
  { project }: ProjectContext,
  userId: string,
  { userAgent, remoteAddress }: { userAgent: string; remoteAddress: string },
): string {
  const name = deviceNameOf(userAgent) || userAgent.split('/')[0];
  return hashSecret(
    JSON.stringify([project.id, userId, deviceOf(userAgent), name, largeNetworkOf(remoteAddress)]),
  );
}
