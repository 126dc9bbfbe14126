import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);

/** Letters and signs of the languages of western Europe; rarer ones come from the typeface of the system. */
const characters = [
  ...between(0x20, 0x7e),
  ...between(0xa0, 0xff),
  ...['–', '—', '‘', '’', '‚', '“', '”', '„', '•', '…', '‹', '›', '\u202f', '€', '™'],
  ...['Œ', 'œ', 'Š', 'š', 'Ž', 'ž', 'Ÿ', '−', '→'],
].join('');

/**
 * Returns the typeface of the pages for most texts: only the weights that we use, and no alternates of letters. It is half
 * as long as the package's, and the first thing that a user of a slow network waits for.
 */
export function pageFont(): Promise<Buffer> {
  const whole = readFileSync(resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'));
  return subsetFont(whole, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
    noLayoutClosure: true,
  });
}

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
