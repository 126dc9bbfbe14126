import { Menu } from '@mantine/core';
import { MailPlus } from 'lucide-react';
import type { User } from '../../../client/client.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { actionMessages } from './action-messages.ts';
import { useUserWrite } from './use-user-write.ts';

/** Sends an invited user another link. Absent for other users. */
export function ResendInvitationItem({ user }: { user: User }) {
  const messages = useMessages(actionMessages);
  const may = useHasRole('support');
  const invite = useUserWrite((client) => client.management.user.invite({ loginId: user.userId }), {
    done: messages.invitationSent(nameOf(user)),
  });
  if (user.status !== 'invited') return null;
  return (
    <Menu.Item
      leftSection={<MailPlus size={16} aria-hidden />}
      disabled={!may}
      onClick={() => invite.mutate(undefined)}
    >
      {messages.resendInvitation}
    </Menu.Item>
  );
}
