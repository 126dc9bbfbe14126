import { List } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { actionMessages } from './action-messages.ts';
import { useSetStatus } from './use-set-status.ts';

interface DisableUserProps {
  user: User;
  opened: boolean;
  onClose(): void;
}

export function DisableUser({ user, opened, onClose }: DisableUserProps) {
  const messages = useMessages(actionMessages);
  const setStatus = useSetStatus(user);
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={messages.disableTitle(nameOf(user))}
      action={messages.disable}
      isReversible
      onConfirm={() => setStatus.mutateAsync('disabled')}
    >
      <List size="sm" spacing={4}>
        {messages.disableLead.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Confirm>
  );
}
