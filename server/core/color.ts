/** Red, green and blue, from 0 to 255. */
export type Rgb = [red: number, green: number, blue: number];

/** The minimum contrast of text with its background (WCAG 2.2, 1.4.3). */
export const readableContrast = 4.5;

/** Reads `#` and six hexadecimal digits. */
export function parseColor(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
}

export function writeColor(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the "relative luminance" of WCAG 2.2. */
export function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the colour that is this share of the way from one to the other. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((part, i) => Math.round(part + (to[i]! - part) * share)) as Rgb;
}
