import { t } from '../../../http/schema.ts';
import type { LinkSettings } from './link-settings.ts';

/** The settings of a project for invitations and new passwords. */
export const linkFields = {
  inviteUrl: t.text({
    maxLength: 2_048,
    description:
      'Where invitations lead when the call does not say it: one of redirectUrls; empty: a page of this server',
  }),
  inviteSendMail: t.flag({
    description: 'Invitations go by mail when the call says neither sendMail nor sendSMS',
  }),
  inviteSendSMS: t.flag({ description: 'The same by SMS' }),
  inviteLifetimeSeconds: t.integer({ description: 'How long an invitation can be accepted; a week at most' }),
  passwordResetMethod: t.choice(['magiclink', 'enchantedlink'], {
    description: 'What is sent to whoever asks for a new password',
  }),
};

export function linkSettingsToWire(settings: LinkSettings): LinkSettings {
  const { inviteUrl, inviteSendMail, inviteSendSMS, inviteLifetimeSeconds, passwordResetMethod } = settings;
  return { inviteUrl, inviteSendMail, inviteSendSMS, inviteLifetimeSeconds, passwordResetMethod };
}
