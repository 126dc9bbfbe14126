import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countTexts, findProblems } from './check-texts.ts';
import { rulesOf, type TextTree } from './language.ts';
import { shippedTags } from './open-languages.ts';

const textOf = (tag: string) => readFileSync(new URL(`./${tag}.json`, import.meta.url), 'utf8');
const isSms = (path: string) => /^\.messages\..*\.sms$/.test(path);
const treeOf = (tag: string) => JSON.parse(textOf(tag)) as TextTree;

test('every file of a language ships', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
  expect(files.toSorted()).toEqual(shippedTags.map((tag) => `${tag}.json`).toSorted());
});

test('the page about languages names each, with its form of address', () => {
  const page = readFileSync(new URL('../../../docs/languages.md', import.meta.url), 'utf8');
  const names = shippedTags.map((tag) => new Intl.DisplayNames('en', { type: 'language' }).of(tag));
  expect(names.filter((name) => !page.includes(`\n| ${name} | `))).toEqual([]);
});

describe.each(shippedTags)('%s', (tag) => {
  test('has every text with its placeholders, and no other', () => {
    expect(findProblems(treeOf(tag), treeOf('en'), rulesOf(tag))).toEqual([]);
    expect(countTexts(treeOf(tag))).toBe(countTexts(treeOf('en')));
  });

  test('has the apostrophes and dots of print, except in SMS', () => {
    const texts = [...textsIn(treeOf(tag))].filter(([path]) => !isSms(path));
    expect(texts.filter(([, text]) => /['"]|\.\.\.| {2}|^ | $/.test(text))).toEqual([]);
  });
});

test('French has a space that does not break before ? ! ; and a colon, except in SMS', () => {
  const texts = [...textsIn(treeOf('fr'))].filter(([path]) => !isSms(path));
  expect(texts.filter(([, text]) => /(?<!\u202f)[?!;]|(?<!\u00a0|https?):/u.test(text))).toEqual([]);
});

test('the SMS of the languages that can need no character that makes them longer (3GPP TS 23.038)', () => {
  const short = /^[\w @£$¥èéùìòÇØøÅåÆæßÉ!"#%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà{}]+$/;
  for (const tag of ['en', 'de', 'fr']) {
    const texts = [...textsIn(treeOf(tag))].filter(([path]) => isSms(path));
    expect(texts.filter(([, text]) => !short.test(text))).toEqual([]);
  }
});

function* textsIn(tree: TextTree, path = ''): Generator<[string, string]> {
  for (const [name, node] of Object.entries(tree)) {
    if (typeof node === 'string') yield [`${path}.${name}`, node];
    else yield* textsIn(node, `${path}.${name}`);
  }
}
