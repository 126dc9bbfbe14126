import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useMemo } from 'react';
import { useMessages } from './i18n/language.tsx';
import { sharedMessages } from './i18n/shared-messages.ts';
import { nonce, themeWith } from './theme.ts';

// What Mantine's dialogs keep the page below from scrolling with makes a style element of its own.
setNonce(nonce);

/** The theme, by day and by night. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { close } = useMessages(sharedMessages);
  const theme = useMemo(() => themeWith(close), [close]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      {children}
    </MantineProvider>
  );
}
