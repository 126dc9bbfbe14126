import { Button, Menu } from '@mantine/core';
import { Ban, ChevronDown, CircleCheck, LogOut, Pencil, Trash2, VenetianMask } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useGo } from '../../components/links.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { actionMessages } from './action-messages.ts';
import { DeleteUser } from './delete-user.tsx';
import { DisableUser } from './disable-user.tsx';
import { Impersonate } from './impersonate.tsx';
import { SendInvitationItem } from './send-invitation.tsx';
import { SendReset, SendResetItem } from './send-reset.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { useSetStatus } from './use-set-status.ts';

type Asked = 'reset' | 'impersonate' | 'signOut' | 'disable' | 'delete';

/** The actions for the user as a whole, by consequence: what helps, what decides about access, and what is final. */
export function UserActions({ user }: { user: User }) {
  const messages = useMessages(actionMessages);
  const { withEllipsis } = useMessages(sharedMessages);
  const [asked, setAsked] = useState<Asked>();
  const [maySupport, mayDelete] = [useHasRole('support'), useHasRole('administrator')];
  const go = useGo();
  const setStatus = useSetStatus(user);
  const dialog = (name: Asked) => ({ user, opened: asked === name, onClose: () => setAsked(undefined) });
  const isDisabled = user.status === 'disabled';
  return (
    <>
      {isDisabled && (
        <Button
          leftSection={<CircleCheck size={16} aria-hidden />}
          disabled={!maySupport}
          loading={setStatus.isPending}
          onClick={() => setStatus.mutate('enabled')}
        >
          {messages.enable}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            {messages.actions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Pencil size={16} aria-hidden />}
            disabled={!maySupport}
            onClick={() => go(`users/${user.userId}`, { tab: 'profile' })}
          >
            {messages.edit}
          </Menu.Item>
          <SendInvitationItem user={user} />
          <SendResetItem user={user} onClick={() => setAsked('reset')} />
          <Menu.Item
            leftSection={<VenetianMask size={16} aria-hidden />}
            disabled={!maySupport}
            onClick={() => setAsked('impersonate')}
          >
            {messages.impersonate}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<LogOut size={16} aria-hidden />}
            disabled={!maySupport}
            onClick={() => setAsked('signOut')}
          >
            {withEllipsis(messages.signOut)}
          </Menu.Item>
          {!isDisabled && (
            <Menu.Item
              leftSection={<Ban size={16} aria-hidden />}
              disabled={!maySupport}
              onClick={() => setAsked('disable')}
            >
              {withEllipsis(messages.disable)}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<Trash2 size={16} aria-hidden />}
            disabled={!mayDelete}
            onClick={() => setAsked('delete')}
          >
            {withEllipsis(messages.delete)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SendReset {...dialog('reset')} />
      <Impersonate {...dialog('impersonate')} />
      <SignOutEverywhere {...dialog('signOut')} />
      <DisableUser {...dialog('disable')} />
      <DeleteUser {...dialog('delete')} />
    </>
  );
}
