import { List, Stack } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { useGo } from '../../components/links.tsx';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { actionMessages } from './action-messages.ts';
import { useUserWrite } from './use-user-write.ts';

interface DeleteUserProps {
  user: User;
  opened: boolean;
  onClose(): void;
}

export function DeleteUser({ user, opened, onClose }: DeleteUserProps) {
  const messages = useMessages(actionMessages);
  const { cannotBeUndone } = useMessages(sharedMessages);
  const go = useGo();
  const name = nameOf(user);
  const { userTenants, loginIds } = user;
  const remove = useUserWrite((client) => client.management.user.deleteByUserId(user.userId), {
    done: messages.deleted(name),
    onDone: () => go('users'),
  });
  const consequences = [
    ...messages.deleteLead,
    ...(userTenants.length > 0 ? [messages.leavesTenants(userTenants.length)] : []),
    messages.freesLoginIds(loginIds.length),
    messages.keepsLog,
  ];
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={messages.deleteTitle(name)}
      action={messages.delete}
      typed={loginIds[0] ?? user.userId}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      <Stack gap="xs">
        <List size="sm" spacing={4}>
          {consequences.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
        <strong>{cannotBeUndone}</strong>
      </Stack>
    </Confirm>
  );
}
