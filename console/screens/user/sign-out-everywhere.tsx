import type { User } from '../../../client/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { actionMessages } from './action-messages.ts';
import { useUserWrite } from './use-user-write.ts';

interface SignOutProps {
  user: User;
  opened: boolean;
  onClose(): void;
}

export function SignOutEverywhere({ user, opened, onClose }: SignOutProps) {
  const messages = useMessages(actionMessages);
  const name = nameOf(user);
  const signOut = useUserWrite((client) => client.management.user.logoutUserByUserId(user.userId), {
    done: messages.signedOut(name),
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={messages.signOutTitle(name)}
      action={messages.signOut}
      isReversible
      onConfirm={() => signOut.mutateAsync(undefined)}
    >
      {messages.signOutLead}
    </Confirm>
  );
}
