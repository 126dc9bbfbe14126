declare module 'subset-font' {
  /** Shortens a font to the characters of `text`. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number }>;
      noLayoutClosure: boolean;
    },
  ): Promise<Buffer>;
}
