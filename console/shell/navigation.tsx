import { AppShell, ScrollArea } from '@mantine/core';
import { ChevronDown, ExternalLink, Inbox, type LucideIcon, Waypoints } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { Link, useLocation } from 'wouter';
import { useHref } from '../components/links.tsx';
import { preload } from '../components/preload.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { type Screen, type Section, sections } from '../screen.ts';
import { screens } from '../screens.ts';
import { useHasRole, useSession } from '../session/session.tsx';
import { shellMessages } from './messages.ts';
import { useOpenGroups } from './use-open-groups.ts';

/** `onChoose` closes the navigation where it covers the screen. */
export function Navigation({ onChoose }: { onChoose(): void }) {
  const messages = useMessages(shellMessages);
  const { mode } = useSession();
  const groups = useOpenGroups();
  return (
    <AppShell.Section grow component={ScrollArea} type="hover" scrollbarSize={6}>
      <ul className="nav">
        {sections.map((section) => (
          <SectionEntries key={section} section={section} groups={groups} onChoose={onChoose} />
        ))}
        {mode === 'development' && (
          <Group name="development" title={messages.development} groups={groups}>
            <Outside href="/dev/inbox" label={messages.inbox} icon={Inbox} />
            <Outside href="/dev/idp" label={messages.simulator} icon={Waypoints} />
          </Group>
        )}
      </ul>
    </AppShell.Section>
  );
}

type Groups = ReturnType<typeof useOpenGroups>;

interface SectionEntriesProps {
  section: Section;
  groups: Groups;
  onChoose(): void;
}

function SectionEntries({ section, groups, onChoose }: SectionEntriesProps) {
  const titles: Partial<Record<Section, string>> = useMessages(shellMessages).sections;
  const may = useCanOpen();
  const current = useCurrentPath();
  const shown = screens.filter((screen) => screen.entry?.section === section && may(screen));
  const entries = shown.map((screen) => (
    <Entry key={screen.path} screen={screen} isCurrent={screen.path === current} onChoose={onChoose} />
  ));
  const title = titles[section];
  if (shown.length === 0) return null;
  // Entries without a title stand alone, with some space around them.
  if (!title) {
    return (
      <li>
        <ul>{entries}</ul>
      </li>
    );
  }
  return (
    <Group
      name={section}
      title={title}
      groups={groups}
      hasCurrent={shown.some(({ path }) => path === current)}
    >
      {entries}
    </Group>
  );
}

interface GroupProps {
  name: string;
  title: string;
  groups: Groups;
  /** True if the open screen is one of the entries. */
  hasCurrent?: boolean;
  children: ReactNode;
}

/** Entries below a title that hides and shows them. */
function Group({ name, title, groups, hasCurrent = false, children }: GroupProps) {
  const id = useId();
  const { isOpen, toggle, open } = groups;
  useEffect(() => {
    if (hasCurrent) open(name);
  }, [hasCurrent, name, open]);
  return (
    <li>
      <button
        type="button"
        className="nav-title"
        aria-expanded={isOpen(name)}
        aria-controls={id}
        onClick={() => toggle(name)}
      >
        {title}
        <ChevronDown size={14} aria-hidden />
      </button>
      <ul id={id} hidden={!isOpen(name)}>
        {children}
      </ul>
    </li>
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

/** Returns the path of the entry that the open screen belongs to. */
function useCurrentPath(): string | undefined {
  const href = useHref();
  const [location] = useLocation();
  return screens.find(({ path, entry }) => entry && `${location}/`.startsWith(`${href(path)}/`))?.path;
}

interface EntryProps {
  screen: Screen;
  isCurrent: boolean;
  onChoose(): void;
}

function Entry({ screen: { path, entry }, isCurrent, onChoose }: EntryProps) {
  const { language } = useLanguage();
  const href = useHref();
  if (!entry) return null;
  const { icon: Icon, title, key } = entry;
  return (
    <li>
      <Link
        className="nav-entry"
        href={href(path)}
        onPointerEnter={() => preload(path)}
        onClick={onChoose}
        {...(isCurrent && { 'aria-current': 'page' })}
      >
        <Icon size={16} aria-hidden />
        <span>{title[language]}</span>
        {key && (
          <span className="nav-keys" aria-hidden>
            <kbd>G</kbd>
            <kbd>{key.toUpperCase()}</kbd>
          </span>
        )}
      </Link>
    </li>
  );
}

function Outside({ href, label, icon: Icon }: { href: string; label: string; icon: LucideIcon }) {
  return (
    <li>
      <a className="nav-entry" href={href} target="_blank" rel="noopener">
        <Icon size={16} aria-hidden />
        <span>{label}</span>
        <ExternalLink size={14} aria-hidden />
      </a>
    </li>
  );
}
