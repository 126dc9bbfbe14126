import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchBox } from '../../parts/search-box.tsx';
import { useWords } from '../../words/language.tsx';
import { FilterDrawer } from './filter/filter-drawer.tsx';
import { FilterPills } from './filter/pills.tsx';
import { filterWords } from './filter/words.ts';
import { activeFilters, isSearchable, type View } from './view.ts';
import { userWords } from './words.ts';

interface UsersToolbarProps {
  view: View;
  change(changes: Partial<View>, options?: { replace?: boolean }): void;
  children: ReactNode;
}

/** What narrows the table. */
export function UsersToolbar({ view, change, children }: UsersToolbarProps) {
  const words = useWords(userWords);
  const filter = useWords(filterWords);
  const [isOpen, { open, close }] = useDisclosure();
  const isTooShort = view.text.trim() !== '' && !isSearchable(view.text);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SearchBox
          label={words.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        <Button variant="default" leftSection={<ListFilter size={16} aria-hidden />} onClick={open}>
          {filter.count(activeFilters(view))}
        </Button>
        {children}
        {isTooShort && (
          <Text size="xs" c="dimmed" role="status">
            {words.searchMore}
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
