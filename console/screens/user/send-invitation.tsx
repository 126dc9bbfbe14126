import { Menu } from '@mantine/core';
import { MailPlus } from 'lucide-react';
import type { User } from '../../../client/client.ts';
import { nameOf, shownStatusOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { actionMessages } from './action-messages.ts';
import { useUserWrite } from './use-user-write.ts';

/** Sends a link to a user who has not signed in yet. Absent for other users. */
export function SendInvitationItem({ user }: { user: User }) {
  const messages = useMessages(actionMessages);
  const may = useHasRole('support');
  const isFirst = shownStatusOf(user) === 'created';
  const invite = useUserWrite((client) => client.management.user.invite({ loginId: user.userId }), {
    done: (isFirst ? messages.invitationSent : messages.invitationResent)(nameOf(user)),
  });
  if (user.status !== 'invited') return null;
  return (
    <Menu.Item
      leftSection={<MailPlus size={16} aria-hidden />}
      disabled={!may}
      onClick={() => invite.mutate(undefined)}
    >
      {isFirst ? messages.sendInvitation : messages.resendInvitation}
    </Menu.Item>
  );
}
