import { Menu } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { useGo } from '../../components/links.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { bulkMessages } from './bulk/messages.ts';
import type { useUserActions } from './bulk/selected-users.tsx';

interface UserMenuProps {
  user: User;
  actions: ReturnType<typeof useUserActions>['ofRow'];
}

/** The table's actions for one user. All others are on the user's page. */
export function UserMenu(props: UserMenuProps) {
  return (
    <RowMenu name={nameOf(props.user)}>
      <Items {...props} />
    </RowMenu>
  );
}

function Items({ user, actions }: UserMenuProps) {
  const { open } = useMessages(sharedMessages);
  const { enable, disable, logout, remove } = useMessages(bulkMessages);
  const go = useGo();
  const maySupport = useHasRole('support');
  const mayDelete = useHasRole('administrator');
  const { setStatus, ask } = actions;
  return (
    <>
      <Menu.Item onClick={() => go(`users/${user.userId}`)}>{open}</Menu.Item>
      {user.status !== 'enabled' && (
        <Menu.Item disabled={!maySupport} onClick={() => setStatus('enabled', [user])}>
          {enable}
        </Menu.Item>
      )}
      {user.status !== 'disabled' && (
        <Menu.Item disabled={!maySupport} onClick={() => setStatus('disabled', [user])}>
          {disable}
        </Menu.Item>
      )}
      <Menu.Item disabled={!maySupport} onClick={() => ask('logout', [user])}>
        {logout}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" disabled={!mayDelete} onClick={() => ask('delete', [user])}>
        {remove}
      </Menu.Item>
    </>
  );
}
