import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { screens } from '../screens.ts';
import { useProject } from '../session/project.tsx';
import { useSession } from '../session/session.tsx';
import { shellMessages } from './messages.ts';
import { useCanOpen } from './navigation.tsx';
import './palette.css';
import { type Findable, rankActions } from './rank-actions.ts';
import { type FoundRecord, useFoundRecords } from './use-found-records.tsx';

/** `Spotlight` closes itself through its store: it is open if and only if the store says so. */
const [store, spotlight] = createSpotlight();

/** Keeps Escape from the dialog below, which would close as well. */
const unheard = { 'data-mantine-stop-propagation': true };

/** Finds screens, records of the project, and projects by name. */
export default function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const messages = useMessages(shellMessages);
  const { language } = useLanguage();
  const { project } = useProject();
  const { projects } = useSession();
  const [, navigate] = useLocation();
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen]);
  const mayOpen = useCanOpen();
  const [query, setQuery] = useState('');
  const found = useFoundRecords(query);
  const go = (path: string) => navigate(`/${path}`);
  const screenActions = screens.filter(mayOpen).flatMap(({ path, entry }) => {
    if (!entry) return [];
    const { icon: Icon, title, also, keywords = [], key } = entry;
    return {
      id: path,
      label: title[language],
      ...(also && { description: also[language] }),
      // Screens are found by their names in both languages.
      keywords: [...[title, also ?? title].flatMap((texts) => Object.values(texts)), ...keywords],
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
  const recordAction = ({ icon: Icon, path, ...texts }: FoundRecord) => ({
    ...texts,
    // The server has already filtered; it may have matched a field that is not displayed.
    keywords: [query],
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => go(`${project.id}/${path}`),
  });
  const groups = rankActions<SpotlightActionData & Findable>(query, [
    { group: messages.screens, actions: screenActions },
    { group: messages.users, actions: found.users.map(recordAction) },
    { group: messages.tenants, actions: found.tenants.map(recordAction) },
    { group: messages.sections.applications, actions: found.apps.map(recordAction) },
    { group: messages.rolesOfProject, actions: found.roles.map(recordAction) },
    { group: messages.project, actions: projectActions },
  ]);
  const search = useRef<HTMLInputElement>(null);
  useFirstChosen(search, groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join(' '));
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      store={store}
      onSpotlightClose={onClose}
      shortcut={null}
      // They are found and ordered already.
      filter={(_, actions) => actions}
      actions={groups}
      nothingFound={messages.commandsNone}
      searchProps={{
        ref: search,
        placeholder: messages.commands,
        'aria-label': messages.commands,
        leftSection: <Search size={18} aria-hidden />,
        ...unheard,
        onKeyDown: ({ key, nativeEvent }) =>
          key === 'Escape' && !nativeEvent.isComposing && spotlight.close(),
      }}
      attributes={{ content: { 'aria-label': messages.search } }}
      classNames={{ content: 'palette' }}
      highlightQuery
      scrollable
      maxHeight={420}
    />
  );
}

/**
 * Marks the first entry when other entries are shown, so that Enter opens it. `Spotlight` does this when the text changes, which
 * is before the server has answered.
 */
function useFirstChosen(search: React.RefObject<HTMLInputElement | null>, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other entries are shown
  useEffect(() => {
    const actions = search.current?.closest('[role=dialog]')?.querySelectorAll('[data-action]') ?? [];
    for (const [index, action] of [...actions].entries())
      action.toggleAttribute('data-selected', index === 0);
    store.updateState((state) => ({ ...state, selected: actions.length > 0 ? 0 : -1 }));
  }, [shown]);
}
