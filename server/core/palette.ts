import { contrast, luminance, mix, parseColor, type Rgb, readableContrast, writeColor } from './color.ts';

export type Scheme = 'light' | 'dark';

/** The colours of one scheme, as CSS values. */
export interface Palette {
  /** The background of buttons, and the text on it. */
  primary: string;
  onPrimary: string;
  /** Links and outlines: the primary colour, adjusted to be readable on the backgrounds. */
  accent: string;
}

/** The backgrounds of accents: `--card` and `--tint` of `http/tokens.css`. */
const surfaces = {
  light: ['#ffffff', '#eef3ff'],
  dark: ['#15181c', '#1a2440'],
};

/**
 * Derives a palette from any `primary` (`#` and six digits), so that text in it and on it is readable. `background` is
 * the colour of the page.
 */
export function paletteOf(primary: string, scheme: Scheme, background: string): Palette {
  const color = parseColor(primary);
  // One of the two always suffices: the worst colour has a contrast of 4.58 with both.
  const onPrimary = contrast(color, [255, 255, 255]) >= readableContrast ? '#ffffff' : '#000000';
  const backgrounds = [background, ...surfaces[scheme]].map(parseColor);
  return { primary, onPrimary, accent: writeColor(readableOn(color, backgrounds)) };
}

function readableOn(color: Rgb, backgrounds: Rgb[]): Rgb {
  const isDark = luminance(backgrounds[0]!) < 0.5;
  const end: Rgb = isDark ? [255, 255, 255] : [0, 0, 0];
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, end, share);
    if (backgrounds.every((background) => contrast(mixed, background) >= readableContrast)) return mixed;
  }
  return end;
}
