import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { everywhere } from '../words/everywhere.ts';
import { useWords } from '../words/language.tsx';

/** What can be done with one row. `name` says with which, for who does not see it. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const words = useWords(everywhere);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.actionsFor(name)}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
