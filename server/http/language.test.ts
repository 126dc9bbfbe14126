import { expect, test } from 'vitest';
import { createLanguage, createLanguages } from '../core/languages/language.ts';
import { preferredLanguage } from './language.ts';

const tags = ['en', 'de', 'fr', 'pt-BR', 'zh-Hans', 'zh-Hant'];
const languages = createLanguages(tags.map((tag) => createLanguage(tag, {})));

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-de,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['it-IT,it;q=0.9,de;q=0.5,en;q=0.4', 'de'],
  ['it', 'en'],
  ['fr-CA', 'fr'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh-TW', 'zh-Hant'],
  ['zh', 'zh-Hans'],
  ['de;q=0', 'en'],
  ['de;q=0.3, en;q=0.7', 'en'],
  ['*', 'en'],
  ['de;q=0.5, *;q=0.9', 'en'],
  ['de;q=x', 'en'],
  [';;;,,,', 'en'],
  ['den', 'en'],
  [`${'a,'.repeat(5_000)}de`, 'en'],
])('a browser that asks for %j gets %s', (header, tag) => {
  expect(preferredLanguage(languages, header).tag).toBe(tag);
});

test.each([
  ['it', 'de-CH', 'de'],
  ['*', 'fr', 'fr'],
  ['it', 'tlh', 'en'],
])('a browser that asks for %j of a project in %s gets %s', (header, fallback, tag) => {
  expect(preferredLanguage(languages, header, fallback).tag).toBe(tag);
});
