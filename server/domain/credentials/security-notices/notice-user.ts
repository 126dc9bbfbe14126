import type { ProjectContext, ProjectData, ServiceContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { deviceNameOf } from '../../../core/device.ts';
import { withQuery } from '../../../core/url.ts';
import { canDeliver, enqueueMessage, type MessageRequest } from '../../../delivery/outbox.ts';
import type { AccountChange } from '../../directory/users/events.ts';
import { maskTyped } from '../../directory/users/identifiers/mask.ts';
import { type NoticeDetails, noticeLifetimeMs } from './notice.ts';
import { deleteExpired, deleteNoticesOf, findNoticeAddress, insertNotice } from './store.ts';
import { deleteDevicesOf, deleteUnseen } from './store-devices.ts';

/** The page of the link, in `pages/not-me`. */
export const noticePath = '/not-me';

/**
 * Sends the user a notice of an event, if the project has this kind turned on and can send mail. Part of the transaction of
 * the event. Each kind has the limits of a kind of message, so that many events of one kind cannot hide one of another.
 */
export async function noticeUser(ctx: ProjectContext, event: AccountChange): Promise<void> {
  const { kind, userId } = event;
  if (!ctx.project.settings.securityNotices.includes(kind)) return;
  const to = await findRecipient(ctx, event);
  if (to === '' || !(await canDeliver(ctx, 'email'))) return;
  const secret = newSecret();
  const expiresAt = ctx.now() + noticeLifetimeMs;
  const details = detailsOf(ctx, event);
  const { device, ip, by, factor, newAddress } = details;
  const link = withQuery(`${ctx.baseUrl}${noticePath}`, { projectId: ctx.project.id, t: secret });
  const data = { link, device, ip, by, ...(factor && { factor }), ...(newAddress && { newAddress }) };
  const message = { kind, channel: 'email', to, userId, data, expiresAt } as MessageRequest;
  if (!(await enqueueMessage(ctx, message)).accepted) return;
  await insertNotice(ctx.db, {
    projectId: ctx.project.id,
    userId,
    kind,
    address: to,
    expiresAt,
    secretHash: hashSecret(secret),
    details: JSON.stringify(details),
    createdAt: ctx.now(),
    usedAt: 0,
  });
}

/** Returns an empty text if there is nobody to send to. An address that the user has not verified may be another person's. */
async function findRecipient(ctx: ProjectData, { userId, replaced }: AccountChange): Promise<string> {
  const user = await findNoticeAddress(ctx.db, ctx.project.id, userId);
  if (!user) return '';
  return replaced ?? (user.verifiedEmail === 1 ? user.email : '');
}

function detailsOf({ actor, request }: ProjectContext, { factor, newAddress }: AccountChange): NoticeDetails {
  const isUser = actor.type === 'user' || actor.type === 'anonymous';
  return {
    by: isUser ? 'user' : 'administrator',
    actorType: actor.type,
    device: isUser ? deviceNameOf(request.userAgent) : '',
    ip: isUser ? request.remoteAddress : '',
    ...(factor && { factor }),
    ...(newAddress !== undefined && { newAddress: newAddress === '' ? '–' : maskTyped(newAddress) }),
  };
}

/**
 * Voids the links that a previous holder of the account may have got, and forgets the devices that they were seen on. Part of the
 * transaction that gives the account to its owner.
 */
export async function forgetNotices(ctx: ProjectData, { userId }: { userId: string }): Promise<void> {
  await deleteNoticesOf(ctx.db, ctx.project.id, userId);
  await deleteDevicesOf(ctx.db, ctx.project.id, userId);
}

/** Deletes links that have expired, and devices that were not seen for long. */
export async function deleteForgottenNotices(ctx: ServiceContext): Promise<void> {
  await deleteExpired(ctx.db, ctx.now());
  await deleteUnseen(ctx.db, ctx.now());
}
