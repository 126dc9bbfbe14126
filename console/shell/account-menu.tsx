import { ActionIcon, Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CircleUser, LogOut, UserRound } from 'lucide-react';
import { Link } from 'wouter';
import { administration } from '../api/client.ts';
import { isSignedOut, unwrap } from '../api/failure.ts';
import { useHref } from '../components/links.tsx';
import { useNotify } from '../components/notify.tsx';
import { useMessages } from '../i18n/language.tsx';
import { useRole, useSession } from '../session/session.tsx';
import { shellMessages } from './messages.ts';

export function AccountMenu() {
  const messages = useMessages(shellMessages);
  const { administrator } = useSession();
  const role = useRole();
  const queries = useQueryClient();
  const notify = useNotify();
  const href = useHref();
  const leave = async (call: () => ReturnType<typeof administration.logout>) => {
    try {
      await unwrap(call());
    } catch (error) {
      // An expired session counts as signed out.
      if (!isSignedOut(error)) return notify.failed(error);
    }
    // The next user of this browser must not see cached data.
    queries.clear();
    location.assign('/console/');
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={messages.account}>
          <CircleUser size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {administrator.name || administrator.loginId}
          </Text>
          <Text size="xs">{role && messages.roles[role]}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} href={href('account')} leftSection={<UserRound size={16} aria-hidden />}>
          {messages.myAccount}
        </Menu.Item>
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => void leave(() => administration.logout(''))}
        >
          {messages.signOut}
        </Menu.Item>
        <Menu.Item onClick={() => void leave(() => administration.logoutAll(''))}>
          {messages.signOutEverywhere}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
