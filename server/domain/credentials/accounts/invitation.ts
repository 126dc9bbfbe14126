import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import type { Channel } from '../challenges/challenge.ts';
import { checkLinkTarget } from '../challenges/link-url.ts';
import type { MessageOptions } from '../challenges/send.ts';

/** How somebody is invited. What is absent is as the project has it. */
export interface InvitationRequest extends MessageOptions {
  /** Where the link in the message leads. */
  inviteUrl?: string;
  sendMail?: boolean;
  sendSMS?: boolean;
}

/** The same, read and checked. */
export interface Invitation {
  /** Empty: our own page. */
  linkTarget: string;
  /** Empty: nothing is sent. */
  channels: Channel[];
  options: MessageOptions;
}

/**
 * Before anybody is made: E011004 when the link would lead where the project sends nobody, E113001 when nothing could be
 * sent. Whoever names one way means that one; the project's settings are for whoever names none.
 */
export async function readInvitation(
  ctx: ProjectContext,
  { inviteUrl, sendMail, sendSMS, ...options }: InvitationRequest,
): Promise<Invitation> {
  const { settings } = ctx.project;
  const linkTarget = inviteUrl || settings.inviteUrl;
  checkLinkTarget(ctx, linkTarget, 'inviteUrl');
  const byDefault = !sendMail && !sendSMS;
  const channels: Channel[] = [];
  if (sendMail ?? (byDefault && settings.inviteSendMail)) channels.push('email');
  if (sendSMS ?? (byDefault && settings.inviteSendSMS)) channels.push('sms');
  for (const channel of channels) await requireDelivery(ctx, channel);
  return { linkTarget, channels, options };
}

/** E011004 when there are channels, and the user can be reached by none of them. */
export function unreachable(channels: Channel[]): ServiceError {
  const what = { email: 'email address', sms: 'phone number' };
  return new ServiceError(
    'E011004',
    `The invitation cannot be sent: the user has no ${channels.map((channel) => what[channel]).join(' and no ')}. ` +
      'To invite without a message, say so with sendMail and sendSMS',
  );
}
