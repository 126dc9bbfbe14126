import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import type { Channel } from '../challenges/challenge.ts';
import { checkLinkTarget } from '../challenges/link-url.ts';
import type { MessageOptions } from '../challenges/send.ts';

/** The options of an invitation. Absent options default to the project's settings. */
export interface InvitationRequest extends MessageOptions {
  /** Where the link in the message leads. */
  inviteUrl?: string;
  sendMail?: boolean;
  sendSMS?: boolean;
}

/** The options of an invitation, read and checked. */
export interface Invitation {
  /** The integrator's page, or an empty text for the page of this server. */
  linkTarget: string;
  /** The channels to send by. None to send nothing. */
  channels: Channel[];
  options: MessageOptions;
}

/**
 * Reads the options before the user is created. Throws E011004 if the link leads to an address that the project does not
 * allow, E113001 if nothing could be sent. The project's channels apply only if the request names none.
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

/** Returns the error E011004 for a user without an address on any of the channels. */
export function unreachable(channels: Channel[]): ServiceError {
  const what = { email: 'email address', sms: 'phone number' };
  return new ServiceError(
    'E011004',
    `The invitation cannot be sent, because the user has no ${channels.map((channel) => what[channel]).join(' and no ')}. ` +
      'Add an address, or set sendMail and sendSMS to false to invite without a message',
  );
}
