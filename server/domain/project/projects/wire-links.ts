import { securityNoticeKinds } from '../../../core/security-notices.ts';
import { t } from '../../../http/schema.ts';
import type { LinkSettings } from './link-settings.ts';

/** The settings of a project for invitations, password resets and security notices. */
export const linkFields = {
  inviteUrl: t.text({
    maxLength: 2_048,
    description:
      'The page that invitations open by default, one of redirectUrls; empty: a page of this server',
  }),
  inviteSendMail: t.flag({
    description: 'Sends invitations by email if the call contains neither sendMail nor sendSMS',
  }),
  inviteSendSMS: t.flag({
    description: 'Sends invitations by SMS if the call contains neither sendMail nor sendSMS',
  }),
  inviteLifetimeSeconds: t.integer({
    description: 'The lifetime of an invitation; at most a week',
  }),
  passwordResetMethod: t.choice(['magiclink', 'enchantedlink'], {
    description: 'The message that a user receives for a password reset',
  }),
  securityNotices: t.list(t.choice([...securityNoticeKinds]), {
    maxItems: securityNoticeKinds.length,
    description: 'The events that users are notified of by email; empty: none',
  }),
};

export function linkSettingsToWire(settings: LinkSettings): LinkSettings {
  const { inviteUrl, inviteSendMail, inviteSendSMS, inviteLifetimeSeconds, passwordResetMethod } = settings;
  return {
    inviteUrl,
    inviteSendMail,
    inviteSendSMS,
    inviteLifetimeSeconds,
    passwordResetMethod,
    securityNotices: settings.securityNotices,
  };
}
