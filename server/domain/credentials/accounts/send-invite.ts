import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { enqueueMessage } from '../../../delivery/outbox.ts';
import { noteInvitation } from '../../directory/users/note-dates.ts';
import { isDisabled, type User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { plainSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { addressKindOf, type Channel, type NewChallenge } from '../challenges/challenge.ts';
import { newLink, slotOf } from '../challenges/issue.ts';
import { linkUrl } from '../challenges/link-url.ts';
import { type Invitation, unreachable } from './invitation.ts';

/**
 * Sends the link to the user's stored addresses, whatever the call said about them. Only the newest invitation per channel
 * counts. If the address has had too many messages and this one cannot be sent, the previous one stays valid. Sends nothing
 * to test users. Part of the transaction that creates the user. Returns the user.
 */
export async function sendInvite(ctx: ProjectContext, user: User, invitation: Invitation): Promise<User> {
  if (isDisabled(user)) {
    throw new ServiceError(
      'E011004',
      'The user is disabled and could not accept the invitation. Enable the user first',
    );
  }
  const { channels } = invitation;
  if (channels.length === 0 || user.test) return user;
  const reachable = channels.filter((channel) => user[addressKindOf(channel)] !== '');
  if (reachable.length === 0) throw unreachable(channels);
  let isSent = false;
  for (const channel of reachable) isSent = (await sendBy(ctx, channel, user, invitation)) || isSent;
  await recordAudit(ctx, { action: 'UserInvited', userId: user.id, data: { channels: reachable } });
  return isSent ? noteInvitation(ctx, user) : user;
}

/** Reports whether the message will be sent. */
async function sendBy(
  ctx: ProjectContext,
  channel: Channel,
  user: User,
  { linkTarget: target, options }: Invitation,
): Promise<boolean> {
  const address = user[addressKindOf(channel)];
  const challenge: NewChallenge<'invite'> = {
    purpose: 'invite',
    userId: user.id,
    loginId: '',
    channel,
    address,
    terms: plainSignInOptions,
    details: { isFirst: user.status === 'invited' },
  };
  const lifetimeMs = ctx.project.settings.inviteLifetimeSeconds * 1000;
  const slot = slotOf('invite', channel, user.id);
  const { secret, expiresAt, keep } = newLink(ctx, challenge, { slot, lifetimeMs });
  const data = { link: linkUrl(ctx, { target, kind: 'invite', secret }) };
  const message = { kind: 'invite', channel, to: address, userId: user.id, data, expiresAt } as const;
  const { accepted } = await enqueueMessage(ctx, { ...message, ...options });
  if (accepted) await keep(ctx);
  return accepted;
}
