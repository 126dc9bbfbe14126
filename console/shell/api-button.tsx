import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { loadable } from '../parts/loadable.tsx';
import { useWords } from '../words/language.tsx';
import { shellWords } from './words.ts';

const ApiDrawer = loadable(() => import('./api-drawer.tsx'));

/** Ctrl+J, and the button that does the same: the calls that the open screen has made. */
export function ApiButton() {
  const words = useWords(shellWords);
  const [isOpen, { open, close, toggle }] = useDisclosure();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useHotkeys([['mod+J', toggle]], []);
  return (
    <>
      <Tooltip label={`${words.api} (Ctrl+J)`}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.api} onClick={open}>
          <SquareTerminal size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {wasOpen && <ApiDrawer isOpen={isOpen} onClose={close} />}
    </>
  );
}
