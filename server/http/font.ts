import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Asset, createAsset } from './asset.ts';

const { resolve } = createRequire(import.meta.url);
const family = '@fontsource-variable/geist';

/**
 * The parts of Geist (SIL Open Font License 1.1) by script, smallest need last. A browser loads a part when a page has
 * one of its characters. The last one is a shorter file of ours (`scripts/generate/page-font.ts`).
 */
const scripts = ['cyrillic-ext', 'cyrillic', 'vietnamese', 'latin-ext', 'latin'];

export const fontAssets: Asset[] = scripts.map((script) =>
  createAsset(
    `geist-${script}.woff2`,
    'font/woff2',
    readFileSync(
      script === 'latin'
        ? new URL('geist-latin.woff2', import.meta.url)
        : resolve(`${family}/files/geist-${script}-wght-normal.woff2`),
    ),
  ),
);

/** The `@font-face` rules of the pages. The text is shown in another font until this one has arrived. */
export const fontFaces = fontAssets.map(({ path }, i) => fontFace(path, rangeOf(scripts[i]!))).join('');

function fontFace(path: string, range: string): string {
  return (
    `@font-face{font-family:"Geist Variable";font-weight:100 900;font-display:swap;` +
    `src:url(${path}) format("woff2");unicode-range:${range}}`
  );
}

function rangeOf(script: string): string {
  const ranges = JSON.parse(readFileSync(resolve(`${family}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  return ranges[script]!;
}
