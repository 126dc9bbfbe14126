import type { User } from '../../../client/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { useUserWrite } from './use-user-write.ts';
import { userWords } from './words.ts';

interface SignOutProps {
  user: User;
  opened: boolean;
  onClose(): void;
}

export function SignOutEverywhere({ user, opened, onClose }: SignOutProps) {
  const words = useWords(userWords);
  const name = nameOf(user);
  const signOut = useUserWrite((client) => client.management.user.logoutUserByUserId(user.userId), {
    done: words.signedOut(name),
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={words.signOutTitle(name)}
      action={words.signOut}
      onConfirm={() => signOut.mutateAsync(undefined)}
    >
      {words.signOutLead}
    </Confirm>
  );
}
