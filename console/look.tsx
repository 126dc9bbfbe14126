import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useMemo } from 'react';
import { nonce, themeWith } from './theme.ts';
import { everywhere } from './words/everywhere.ts';
import { useWords } from './words/language.tsx';

// What Mantine's dialogs keep the page below from scrolling with makes a style element of its own.
setNonce(nonce);

/** The theme, by day and by night. */
export function Look({ children }: { children: ReactNode }) {
  const { close } = useWords(everywhere);
  const theme = useMemo(() => themeWith(close), [close]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      {children}
    </MantineProvider>
  );
}
