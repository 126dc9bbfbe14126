import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { Search, User } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useRead } from '../api/use-api.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { screens } from '../screens.ts';
import { useProject } from '../session/project.tsx';
import { useSession } from '../session/session.tsx';
import { shellMessages } from './messages.ts';
import { useCanOpen } from './navigation.tsx';

/** `Spotlight` closes itself through its store: it is open if and only if the store says so. */
const [store, spotlight] = createSpotlight();

/** Finds screens, projects and users by name. */
export default function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const messages = useMessages(shellMessages);
  const { language } = useLanguage();
  const { project } = useProject();
  const { projects } = useSession();
  const [, navigate] = useLocation();
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen]);
  const mayOpen = useCanOpen();
  const [query, setQuery] = useState('');
  const [text] = useDebouncedValue(query.trim(), 200);
  const isSearching = text.length >= 3;
  const found = useRead(
    ['users', 'palette', text],
    (client) => client.management.user.search({ text, limit: 6 }),
    { enabled: isSearching },
  );
  const go = (path: string) => navigate(`/${path}`);
  const screenActions = screens.filter(mayOpen).flatMap(({ path, entry }) => {
    if (!entry) return [];
    const { icon: Icon, title, also, key } = entry;
    return {
      id: path,
      label: title[language],
      ...(also && { description: also[language] }),
      // Screens are found by their names in both languages.
      keywords: [title, also ?? title].flatMap((texts) => Object.values(texts)),
      leftSection: <Icon size={18} aria-hidden />,
      rightSection: key && (
        <span aria-hidden>
          <kbd>G</kbd> <kbd>{key.toUpperCase()}</kbd>
        </span>
      ),
      onClick: () => go(`${project.id}/${path}`),
    };
  });
  const projectActions = projects
    .filter(({ id }) => id !== project.id)
    .map(({ id, name }) => ({ id, label: name, description: id, onClick: () => go(`${id}/overview`) }));
  const users = isSearching ? (found.data?.users ?? []) : [];
  const userActions = users.map(({ userId, name, loginIds }) => ({
    id: userId,
    label: name || loginIds[0] || userId,
    description: loginIds.join(', '),
    // The server has already filtered; it may have matched a field that is not displayed.
    keywords: [text, query],
    leftSection: <User size={18} aria-hidden />,
    onClick: () => go(`${project.id}/users/${userId}`),
  }));
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      store={store}
      onSpotlightClose={onClose}
      shortcut={null}
      actions={[
        { group: messages.screens, actions: screenActions },
        { group: messages.users, actions: userActions },
        { group: messages.project, actions: projectActions },
      ]}
      nothingFound={messages.commandsNone}
      searchProps={{
        placeholder: messages.commands,
        'aria-label': messages.commands,
        leftSection: <Search size={18} aria-hidden />,
      }}
      attributes={{ content: { 'aria-label': messages.search } }}
      highlightQuery
      scrollable
      maxHeight={420}
    />
  );
}
