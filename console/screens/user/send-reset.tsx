import { Menu } from '@mantine/core';
import { Mail } from 'lucide-react';
import type { User } from '../../../client/client.ts';
import { useProjectSettings } from '../../api/use-project-settings.ts';
import { Confirm } from '../../components/confirm.tsx';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { actionMessages } from './action-messages.ts';
import { useUserWrite } from './use-user-write.ts';

/** The menu item. The menu renders it when it opens, and only then it asks how the project sends resets. */
export function SendResetItem({ user, onClick }: { user: User; onClick(): void }) {
  const messages = useMessages(actionMessages);
  const { withEllipsis, roleTooSmall } = useMessages(sharedMessages);
  const may = useHasRole('support');
  const settings = useProjectSettings();
  const reason = !may
    ? roleTooSmall
    : user.status === 'disabled'
      ? messages.isDisabled
      : !user.verifiedEmail
        ? messages.noVerifiedEmail
        : // Only the browser that asked for the three links can finish such a reset.
          settings.data?.passwordResetMethod === 'enchantedlink'
          ? messages.resetsByEnchantedLink
          : undefined;
  return (
    <Menu.Item
      leftSection={<Mail size={16} aria-hidden />}
      disabled={reason !== undefined || !settings.data}
      {...(reason && { title: reason })}
      onClick={onClick}
    >
      {withEllipsis(messages.sendReset)}
    </Menu.Item>
  );
}

interface SendResetProps {
  user: User;
  opened: boolean;
  onClose(): void;
}

/** Sends the user the link for a new password, as the sign-in page does when the user asks for it. */
export function SendReset({ user, opened, onClose }: SendResetProps) {
  const messages = useMessages(actionMessages);
  const send = useUserWrite((client) => client.password.sendReset(user.loginIds[0] ?? user.email), {
    done: messages.resetSent(user.email),
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={messages.sendResetTitle(nameOf(user))}
      action={messages.send}
      isReversible
      onConfirm={() => send.mutateAsync(undefined)}
    >
      {messages.sendResetLead(user.email)}
    </Confirm>
  );
}
