import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useMemo } from 'react';
import { useMessages } from './i18n/language.tsx';
import { sharedMessages } from './i18n/shared-messages.ts';
import { nonce, themeWith } from './theme.ts';

// Mantine's dialogs create a style element that locks scrolling. It needs the nonce, too.
setNonce(nonce);

/** Provides the theme in its light and dark variants. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { close } = useMessages(sharedMessages);
  const theme = useMemo(() => themeWith(close), [close]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      {children}
    </MantineProvider>
  );
}
