import { ServiceError } from '../../../core/errors.ts';
import type { ProjectSettings } from '../../../core/project.ts';
import { isWebUrl } from '../../../core/url.ts';

/** Settings of invitations, password resets and security notices. */
export type LinkSettings = Pick<
  ProjectSettings,
  | 'inviteUrl'
  | 'inviteSendMail'
  | 'inviteSendSMS'
  | 'inviteLifetimeSeconds'
  | 'passwordResetMethod'
  | 'securityNotices'
>;

const day = 24 * 60 * 60;

/** The range of an invitation's lifetime in seconds. */
export const inviteLifetime = { min: 5 * 60, max: 7 * day } as const;

export const defaultLinkSettings: LinkSettings = {
  inviteUrl: '',
  inviteSendMail: true,
  inviteSendSMS: false,
  inviteLifetimeSeconds: 3 * day,
  passwordResetMethod: 'magiclink',
  securityNotices: [],
};

/** Validates the given changes. Throws E011004 for an invalid value. */
export function readLinkSettings(changes: Partial<LinkSettings>): Partial<LinkSettings> {
  const { inviteUrl, inviteSendMail, inviteSendSMS, inviteLifetimeSeconds, passwordResetMethod } = changes;
  const { securityNotices } = changes;
  return {
    ...(inviteUrl !== undefined && { inviteUrl: readInviteUrl(inviteUrl) }),
    ...(inviteSendMail !== undefined && { inviteSendMail }),
    ...(inviteSendSMS !== undefined && { inviteSendSMS }),
    ...(inviteLifetimeSeconds !== undefined && {
      inviteLifetimeSeconds: readInviteLifetime(inviteLifetimeSeconds),
    }),
    ...(passwordResetMethod && { passwordResetMethod }),
    ...(securityNotices && { securityNotices: [...new Set(securityNotices)] }),
  };
}

function readInviteUrl(url: string): string {
  if (url === '' || (url.length <= 2_048 && isWebUrl(url))) return url;
  throw new ServiceError('E011004', 'inviteUrl must be an absolute http or https URL, or empty');
}

function readInviteLifetime(seconds: number): number {
  const { min, max } = inviteLifetime;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return seconds;
  throw new ServiceError(
    'E011004',
    `inviteLifetimeSeconds must be from ${min} (five minutes) to ${max} (a week)`,
  );
}
