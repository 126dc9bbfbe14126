import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { loadable } from '../parts/loadable.tsx';
import { useWords } from '../words/language.tsx';
import { shellWords } from './words.ts';

const CommandPalette = loadable(() => import('./command-palette.tsx'));

/** Ctrl+K, and the button that does the same. The palette itself comes when it is opened for the first time. */
export function Palette() {
  const words = useWords(shellWords);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setIsOpen(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Tooltip label={`${words.search} (Ctrl+K)`}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.search} onClick={open}>
          <Search size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {wasOpen && <CommandPalette isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}
