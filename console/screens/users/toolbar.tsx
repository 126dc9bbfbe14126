import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchBox } from '../../components/search-box.tsx';
import { userMessages } from '../../components/users/messages.ts';
import { activeFilters, isSearchable, type View } from '../../components/users/view.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FilterDrawer } from './filter/filter-drawer.tsx';
import { filterMessages } from './filter/messages.ts';
import { FilterPills } from './filter/pills.tsx';

interface UsersToolbarProps {
  view: View;
  change(changes: Partial<View>, options?: { replace?: boolean }): void;
  children: ReactNode;
}

/** The search and filters of the table. */
export function UsersToolbar({ view, change, children }: UsersToolbarProps) {
  const messages = useMessages(userMessages);
  const filter = useMessages(filterMessages);
  const [isOpen, { open, close }] = useDisclosure();
  const isTooShort = view.text.trim() !== '' && !isSearchable(view.text);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SearchBox
          label={messages.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        <Button variant="default" leftSection={<ListFilter size={16} aria-hidden />} onClick={open}>
          {filter.count(activeFilters(view))}
        </Button>
        {children}
        {isTooShort && (
          <Text size="xs" c="dimmed" role="status">
            {messages.searchMore}
          </Text>
        )}
      </Group>
      <FilterPills view={view} onChange={(changes) => change({ ...changes, page: 1 })} />
      <FilterDrawer
        opened={isOpen}
        onClose={close}
        view={view}
        onApply={(changes) => change({ ...changes, page: 1 })}
      />
    </Stack>
  );
}
