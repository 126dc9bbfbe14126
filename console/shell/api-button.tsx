import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { loadable } from '../components/loadable.tsx';
import { useMessages } from '../i18n/language.tsx';
import { shellMessages } from './messages.ts';

const ApiDrawer = loadable(() => import('./api-drawer.tsx'));

/** Opens the list of the screen's API calls with Ctrl+J or its button. */
export function ApiButton() {
  const messages = useMessages(shellMessages);
  const [isOpen, { open, close, toggle }] = useDisclosure();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useHotkeys([['mod+J', toggle]], []);
  return (
    <>
      <Tooltip label={`${messages.api} (Ctrl+J)`}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={messages.api} onClick={open}>
          <SquareTerminal size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {wasOpen && <ApiDrawer isOpen={isOpen} onClose={close} />}
    </>
  );
}
