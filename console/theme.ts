import { createTheme } from '@mantine/core';

/** Of the page (`server/http/console.ts`): the style elements that Mantine makes carry it. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** `close`: what the cross in the corner of a dialog is called. */
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
      // All by name: none of them is part of the first load.
      // The placeholder is no item, and a menu has nothing but items.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: { defaultProps: { centered: true, closeButtonProps } },
      Drawer: { defaultProps: { closeButtonProps } },
      // The title of a dialog is no banner of the page.
      ModalHeader: { defaultProps: { role: 'none' } },
      DrawerHeader: { defaultProps: { role: 'none' } },
      NavLink: { styles: { root: { borderRadius: 'var(--mantine-radius-md)', paddingBlock: 3 } } },
    },
  });
}
