import { createTheme } from '@mantine/core';

/** The nonce of the page (`server/http/console.ts`). Mantine puts it on the style elements that it creates. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** Creates the theme. `close` labels the close button of dialogs. */
export function themeWith(close: string) {
  const closeButtonProps = { 'aria-label': close };
  return createTheme({
    primaryColor: 'indigo',
    primaryShade: { light: 7, dark: 7 },
    autoContrast: true,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
    headings: { fontWeight: '650' },
    components: {
      // Components are configured by name so that none of them is part of the first load.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: { defaultProps: { centered: true, closeButtonProps } },
      Drawer: { defaultProps: { closeButtonProps } },
      // The title of a dialog is not a banner of the page.
      ModalHeader: { defaultProps: { role: 'none' } },
      DrawerHeader: { defaultProps: { role: 'none' } },
      NavLink: { styles: { root: { borderRadius: 'var(--mantine-radius-md)', paddingBlock: 3 } } },
    },
  });
}
