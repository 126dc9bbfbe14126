import { createTheme, Drawer, DrawerHeader, Modal, ModalHeader, NavLink } from '@mantine/core';

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
      // By name: menus are not part of the first load. The placeholder is no item, and a menu has nothing but items.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: Modal.extend({ defaultProps: { centered: true, closeButtonProps } }),
      Drawer: Drawer.extend({ defaultProps: { closeButtonProps } }),
      // The title of a dialog is no banner of the page.
      ModalHeader: ModalHeader.extend({ defaultProps: { role: 'none' } }),
      DrawerHeader: DrawerHeader.extend({ defaultProps: { role: 'none' } }),
      NavLink: NavLink.extend({
        styles: { root: { borderRadius: 'var(--mantine-radius-md)', paddingBlock: 6 } },
      }),
    },
  });
}
