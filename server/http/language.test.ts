import { expect, test } from 'vitest';
import { preferredLanguage } from './language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-de,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['fr-FR,fr;q=0.9,de;q=0.5,en;q=0.4', 'de'],
  ['fr', 'en'],
  ['de;q=0', 'en'],
  ['de;q=0.3, en;q=0.7', 'en'],
  ['*', 'en'],
  ['de;q=0.5, *;q=0.9', 'en'],
  ['de;q=x', 'en'],
  [';;;,,,', 'en'],
  ['den', 'en'],
  [`${'a,'.repeat(5_000)}de`, 'en'],
])('a browser that asks for %j gets %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
