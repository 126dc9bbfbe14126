import { expect, test } from 'vitest';
import { processorSeconds } from '../../../test/processor-time.ts';
import { genuine, refusal, verify } from './fixture.ts';

/** Documents within every limit that try to be as expensive as possible, behind a genuine signature. */
const repeat = (unit: string, bytes = 118_000, nodes = 1) =>
  unit.repeat(Math.min(Math.floor(4800 / nodes), Math.floor(bytes / unit.length)));
const list = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join(' ');
const longName = 'u'.repeat(500);

test.each([
  ['elements', repeat('<b>x</b>')],
  ['attributes', repeat(`<b ${list(64, (i) => `a${i}=""`)}/>`)],
  ['namespaces', repeat(`<b ${list(16, (i) => `xmlns:a${i}="u${i}"`)}/>`)],
  [
    'namespaces in use, at every depth',
    `${list(60, (d) => `<b ${list(16, (i) => `xmlns:n${d}x${i}="u${i}" n${d}x${i}:a=""`)}>`)}${repeat('<c/>', 80_000)}${'</b>'.repeat(60)}`,
  ],
  [
    'long namespace names that every element would repeat',
    `<r ${list(16, (i) => `xmlns:a${i}="${longName}${i}"`)}>${repeat(`<b ${list(16, (i) => `a${i}:x=""`)}/>`, 110_000)}</r>`,
  ],
  [
    'element names',
    repeat(
      list(150, (i) => `<n${i}>x</n${i}>`),
      118_000,
      150,
    ),
  ],
  ['character references', `<b>${'&#65;'.repeat(24_000)}</b>`],
  ['comments', repeat('<b><!----></b>', 118_000, 2)],
])('many %s are refused in bounded time', async (_, content) => {
  const xml = (await genuine()).replace('</saml:Assertion>', () => `${content}</saml:Assertion>`);
  expect(xml.length).toBeGreaterThan(20_000);
  // Usually below 0.15 s; the quadratic behaviour that this detects takes many seconds.
  const seconds = processorSeconds(() =>
    expect(refusal(() => verify(xml))).toMatch(/^signature: .*changed after it was signed/),
  );
  expect(seconds).toBeLessThan(3);
});
