import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { loadable } from '../components/loadable.tsx';
import { useMessages } from '../i18n/language.tsx';
import { shellMessages } from './messages.ts';

const CommandPalette = loadable(() => import('./command-palette.tsx'));

/** Opens the command palette with Ctrl+K or its button. The palette's code loads when it is first opened. */
export function Palette() {
  const messages = useMessages(shellMessages);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setIsOpen(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Tooltip label={`${messages.search} (Ctrl+K)`}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={messages.search} onClick={open}>
          <Search size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {wasOpen && <CommandPalette isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}
