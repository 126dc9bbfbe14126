import { Button } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { nameOf } from '../users/user-facts.ts';
import { userMessages } from './messages.ts';
import { useUserWrite } from './use-user-write.ts';

/** Enables or disables the user. */
export function StatusButton({ user }: { user: User }) {
  const messages = useMessages(userMessages);
  const [may, mayPatch] = [useHasRole('support'), useHasRole('administrator')];
  const { userId, status } = user;
  const name = nameOf(user);
  const restore = useUserWrite((client, before: User['status']) =>
    before === 'invited'
      ? client.management.user.patch({ loginId: userId, status: before })
      : client.management.user.updateStatus(userId, before),
  );
  const undo = { undo: (_: unknown, { before }: { before: User['status'] }) => restore.mutateAsync(before) };
  const change = useUserWrite(
    (client, { next }: { next: 'enabled' | 'disabled'; before: User['status'] }) =>
      client.management.user.updateStatus(userId, next),
    {
      done: (_, { next }) => messages[next](name),
      // Only one route resets a user to invited, and it requires more than the support role.
      ...((status !== 'invited' || mayPatch) && undo),
    },
  );
  const isDisabled = status === 'disabled';
  return (
    <Button
      variant={isDisabled ? 'filled' : 'default'}
      disabled={!may}
      loading={change.isPending}
      onClick={() => change.mutate({ next: isDisabled ? 'enabled' : 'disabled', before: status })}
    >
      {isDisabled ? messages.enable : messages.disable}
    </Button>
  );
}
