import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, LogOut, Trash2, VenetianMask } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { useGo } from '../../components/links.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { nameOf } from '../users/user-facts.ts';
import { Impersonate } from './impersonate.tsx';
import { userMessages } from './messages.ts';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { StatusButton } from './status-button.tsx';

type Asked = 'impersonate' | 'signOut' | 'delete';

/** The actions for the user as a whole. */
export function UserActions({ user }: { user: User }) {
  const messages = useMessages(userMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const [asked, setAsked] = useState<Asked>();
  const [maySupport, mayDelete] = [useHasRole('support'), useHasRole('administrator')];
  const dialog = (name: Asked) => ({ opened: asked === name, onClose: () => setAsked(undefined) });
  return (
    <>
      <StatusButton user={user} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={messages.moreActions}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<VenetianMask size={16} aria-hidden />}
            disabled={!maySupport}
            onClick={() => setAsked('impersonate')}
          >
            {messages.impersonate}
          </Menu.Item>
          <Menu.Item
            leftSection={<LogOut size={16} aria-hidden />}
            disabled={!maySupport}
            onClick={() => setAsked('signOut')}
          >
            {withEllipsis(messages.signOut)}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<Trash2 size={16} aria-hidden />}
            disabled={!mayDelete}
            onClick={() => setAsked('delete')}
          >
            {withEllipsis(deleteLabel)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Impersonate user={user} {...dialog('impersonate')} />
      <SignOutEverywhere user={user} {...dialog('signOut')} />
      <DeleteUser user={user} {...dialog('delete')} />
    </>
  );
}

function DeleteUser({ user, opened, onClose }: { user: User; opened: boolean; onClose(): void }) {
  const messages = useMessages(userMessages);
  const { delete: deleteLabel, cannotBeUndone } = useMessages(sharedMessages);
  const go = useGo();
  const name = nameOf(user);
  const remove = useWrite((client) => client.management.user.deleteByUserId(user.userId), {
    changes: [['users']],
    done: messages.deleted(name),
    onDone: () => go('users'),
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={messages.deleteTitle(name)}
      action={deleteLabel}
      typed={user.loginIds[0] ?? user.userId}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      {messages.deleteLead} {cannotBeUndone}
    </Confirm>
  );
}
