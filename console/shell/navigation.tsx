import { AppShell, NavLink, ScrollArea, Text } from '@mantine/core';
import { ExternalLink, Inbox, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useHref } from '../components/links.tsx';
import { preload } from '../components/preload.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { type Screen, screens } from '../screens.ts';
import { useHasRole, useSession } from '../session/session.tsx';
import { shellMessages } from './messages.ts';

const groups = ['top', 'people', 'signIn', 'messages', 'project', 'instance'] as const;

export function Navigation() {
  const messages = useMessages(shellMessages);
  const { mode } = useSession();
  return (
    <AppShell.Section grow component={ScrollArea} p="xs" scrollbarSize={6}>
      {groups.map((group) => (
        <Group key={group} title={group === 'top' ? undefined : messages.groups[group]} group={group} />
      ))}
      {mode === 'development' && (
        <>
          <GroupTitle>{messages.development}</GroupTitle>
          <Outside href="/dev/inbox" label={messages.inbox} icon={<Inbox size={16} aria-hidden />} />
          <Outside href="/dev/idp" label={messages.simulator} icon={<Waypoints size={16} aria-hidden />} />
        </>
      )}
    </AppShell.Section>
  );
}

function GroupTitle({ children }: { children: string }) {
  return (
    <Text size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
      {children}
    </Text>
  );
}

function Group({ title, group }: { title: string | undefined; group: (typeof groups)[number] }) {
  const shown = screens.filter(({ entry }) => entry?.group === group);
  const may = useCanOpen();
  const open = shown.filter(may);
  if (open.length === 0) return null;
  return (
    <>
      {title && <GroupTitle>{title}</GroupTitle>}
      {open.map((screen) => (
        <Entry key={screen.path} screen={screen} />
      ))}
    </>
  );
}

/** Returns the screens that the administrator's role can open. */
export function useCanOpen(): (screen: Screen) => boolean {
  const may = {
    auditor: useHasRole('auditor'),
    support: useHasRole('support'),
    administrator: useHasRole('administrator'),
    owner: useHasRole('owner'),
  };
  return ({ role = 'auditor' }) => may[role];
}

function Entry({ screen: { path, entry } }: { screen: Screen }) {
  const { language } = useLanguage();
  const href = useHref()(path);
  const [location] = useLocation();
  const isHere = `${location}/`.startsWith(`${href}/`);
  if (!entry) return null;
  const { icon: Icon, title } = entry;
  return (
    <NavLink
      component={Link}
      href={href}
      onPointerEnter={() => preload(path)}
      label={title[language]}
      leftSection={<Icon size={16} aria-hidden />}
      active={isHere}
      {...(isHere && { 'aria-current': 'page' })}
    />
  );
}

function Outside({ href, label, icon }: { href: string; label: string; icon: ReactNode }) {
  return (
    <NavLink
      href={href}
      target="_blank"
      rel="noopener"
      label={label}
      leftSection={icon}
      rightSection={<ExternalLink size={14} aria-hidden />}
    />
  );
}
