/** The colours of one scheme, as CSS values. */
export interface Palette {
  /** The background of buttons, and the text on it. */
  primary: string;
  onPrimary: string;
  /** Links and outlines: the primary colour, adjusted to be readable on the backgrounds. */
  accent: string;
}

type Rgb = [number, number, number];

/** The minimum contrast of WCAG 2.2, success criterion 1.4.3. */
const readableContrast = 4.5;

/** The backgrounds of accents: `--paper`, `--card` and `--tint` of `http/tokens.css`. */
const backgrounds = {
  light: ['#f7f8fa', '#ffffff', '#eef3ff'],
  dark: ['#0e1013', '#15181c', '#1a2440'],
};

/** Derives a palette from any `primary` (`#` and six digits), so that text in it and on it is readable. */
export function paletteOf(primary: string, scheme: 'light' | 'dark'): Palette {
  const color = parse(primary);
  // One of the two always suffices: the worst colour has a contrast of 4.58 with both.
  const onPrimary = contrast(color, [255, 255, 255]) >= readableContrast ? '#ffffff' : '#000000';
  return { primary, onPrimary, accent: write(readableOn(color, backgrounds[scheme].map(parse))) };
}

function readableOn(color: Rgb, surfaces: Rgb[]): Rgb {
  const isDark = luminance(surfaces[0] as Rgb) < 0.5;
  const end: Rgb = isDark ? [255, 255, 255] : [0, 0, 0];
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = color.map((part, i) => Math.round(part + (end[i]! - part) * share)) as Rgb;
    if (surfaces.every((surface) => contrast(mixed, surface) >= readableContrast)) return mixed;
  }
  return end;
}

export function contrastOf(a: string, b: string): number {
  return contrast(parse(a), parse(b));
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the "relative luminance" of WCAG 2.2. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function parse(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
}

function write(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
