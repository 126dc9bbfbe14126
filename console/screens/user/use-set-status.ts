import type { User } from '../../../client/client.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { actionMessages } from './action-messages.ts';
import { useUserWrite } from './use-user-write.ts';

/** Enables or disables the user, and offers to undo it. */
export function useSetStatus(user: User) {
  const messages = useMessages(actionMessages);
  const mayPatch = useHasRole('administrator');
  const { userId, status } = user;
  const name = nameOf(user);
  const restore = useUserWrite((client, before: User['status']) =>
    before === 'invited'
      ? client.management.user.patch({ loginId: userId, status: before })
      : client.management.user.updateStatus(userId, before),
  );
  return useUserWrite(
    (client, next: 'enabled' | 'disabled') => client.management.user.updateStatus(userId, next),
    {
      done: (_, next) => messages[next](name),
      // Only one route resets a user to invited, and it requires more than the support role.
      ...((status !== 'invited' || mayPatch) && { undo: () => restore.mutateAsync(status) }),
    },
  );
}
