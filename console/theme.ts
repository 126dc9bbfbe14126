import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The nonce of the page (`server/http/console.ts`). Mantine puts it on the style elements that it creates. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// Mantine computes shades of its colours from these scales, so they repeat values of `server/http/tokens.css`.
const brand: MantineColorsTuple = [
  ...(['#eef3ff', '#dbe5fd', '#b8ccf9', '#90aff4', '#6b93ee'] as const),
  ...(['#4a79e4', '#3464d4', '#2853b8', '#214697', '#1a3877'] as const),
];
const gray: MantineColorsTuple = [
  ...(['#f7f8fa', '#eff1f4', '#e3e6eb', '#d5dae1', '#bcc3cc'] as const),
  ...(['#98a1ac', '#767f8b', '#56606c', '#39414b', '#1d232a'] as const),
];
/** From the text to the lowest surface. */
const dark: MantineColorsTuple = [
  ...(['#e6e8eb', '#a5adb7', '#8f97a1', '#6b737d', '#343a42'] as const),
  ...(['#272c33', '#1d2126', '#15181c', '#0e1013', '#08090b'] as const),
];

/** Creates the theme. `close` labels the close button of dialogs. */
export function themeWith(close: string) {
  const closeButtonProps = { 'aria-label': close };
  return createTheme({
    colors: { brand, gray, dark },
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 6 },
    autoContrast: true,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'var(--font-code)',
    fontSizes: {
      xs: 'var(--text-2xs)',
      sm: 'var(--text-xs)',
      md: 'var(--text-s)',
      lg: 'var(--text-m)',
      xl: 'var(--text-l)',
    },
    fontWeights: { regular: '400', medium: '500', bold: '500' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: 'var(--text-xl)', lineHeight: '1.25' },
        h2: { fontSize: 'var(--text-l)', lineHeight: '1.3' },
        h3: { fontSize: 'var(--text-m)', lineHeight: '1.4' },
        h4: { fontSize: 'var(--text-s)', lineHeight: '1.4' },
      },
    },
    shadows: {
      xs: 'var(--shadow-s)',
      sm: 'var(--shadow-s)',
      md: 'var(--shadow-m)',
      lg: 'var(--shadow-m)',
      xl: 'var(--shadow-l)',
    },
    components: {
      // Components are configured by name so that none of them is part of the first load.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: { defaultProps: { centered: true, closeButtonProps } },
      Drawer: { defaultProps: { closeButtonProps } },
      // The title of a dialog is not a banner of the page.
      ModalHeader: { defaultProps: { role: 'none' } },
      DrawerHeader: { defaultProps: { role: 'none' } },
    },
  });
}
