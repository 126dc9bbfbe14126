import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { loadable } from '../components/loadable.tsx';
import { useMessages } from '../i18n/language.tsx';
import { shellMessages } from './messages.ts';

const CommandPalette = loadable(() => import('./command-palette.tsx'));

/** Opens the command palette with Ctrl+K or its button. The palette's code loads when it is first opened. */
export function Palette() {
  const messages = useMessages(shellMessages);
  const [isOpen, { open, close, toggle }] = useDisclosure();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's back button leads to another screen, too
  useEffect(close, [path]);
  useHotkeys([['mod+K', toggle]], []);
  return (
    <>
      <Tooltip label={`${messages.search} (Ctrl+K)`}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={messages.search} onClick={open}>
          <Search size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {wasOpen && <CommandPalette isOpen={isOpen} onClose={close} />}
    </>
  );
}
