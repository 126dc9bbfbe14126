import { readFileSync } from 'node:fs';
import {
  contrast,
  luminance,
  mix,
  parseColor,
  type Rgb,
  readableContrast,
  writeColor,
} from '../../../../core/color.ts';
import type { Branding } from '../../../../core/hosted-pages.ts';
import { paletteOf, type Scheme } from '../../../../core/palette.ts';

/** A color of the components' theme in its five shades: `contrast` is text on `main`, and `dark` is `main` under the pointer. */
export type Shades = Record<'main' | 'dark' | 'light' | 'highlight' | 'contrast', string>;

const css = readFileSync(new URL('../../../../http/tokens.css', import.meta.url), 'utf8');

/** Returns a color of our own pages, so that the components look like them. */
function token(name: string, scheme: Scheme): string {
  const declaration = `--${name}: light-dark(`;
  const begin = css.indexOf(declaration) + declaration.length;
  const [light = '', dark = ''] = css.slice(begin, css.indexOf(')', begin)).split(', ');
  return scheme === 'light' ? light : dark;
}

/** The colors of one scheme. `accent` is the primary color in text. */
export interface Colors {
  shades: Record<'surface' | 'primary' | 'secondary' | 'success' | 'error' | 'warning', Shades>;
  accent: string;
}

export function colorsOf({ primaryColor, darkPrimaryColor }: Branding, scheme: Scheme): Colors {
  const chosen = scheme === 'light' ? primaryColor || darkPrimaryColor : darkPrimaryColor || primaryColor;
  const card = token('card', scheme);
  const own = { primary: token('accent', scheme), onPrimary: token('on-accent', scheme) };
  const { primary, onPrimary, accent } = chosen
    ? paletteOf(chosen, scheme, card)
    : { ...own, accent: own.primary };
  const shades = (main: string, text?: string) => shadesOf(parseColor(main), parseColor(card), text);
  return {
    shades: {
      surface: {
        main: card,
        dark: token('soft', scheme),
        light: token('edge', scheme),
        highlight: token('code', scheme),
        contrast: token('ink', scheme),
      },
      primary: shades(primary, onPrimary),
      secondary: shades(token('soft', scheme)),
      success: shades(token('good', scheme)),
      error: shades(token('bad', scheme)),
      warning: shades(token('caution', scheme)),
    },
    accent,
  };
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

function shadesOf(main: Rgb, card: Rgb, text?: string): Shades {
  const onMain = text ? parseColor(text) : readableText(main);
  // Away from the text, so that a button stays readable under the pointer.
  const end = luminance(onMain) > 0.5 ? black : white;
  return {
    main: writeColor(main),
    dark: writeColor(mix(main, end, 0.2)),
    light: writeColor(mix(main, card, 0.5)),
    highlight: writeColor(mix(main, card, 0.9)),
    contrast: writeColor(onMain),
  };
}

function readableText(main: Rgb): Rgb {
  return contrast(main, white) >= readableContrast ? white : black;
}
