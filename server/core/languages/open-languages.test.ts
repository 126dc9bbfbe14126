import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../config-error.ts';
import { createLog } from '../log.ts';
import { openLanguages, shippedTags } from './open-languages.ts';

const log = createLog({ logFormat: 'json', logLevel: 'silent' });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'languages-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const open = () => openLanguages(folder, log);

const withTitle = (title: unknown) => ({ hostedPages: { signIn: { title } } });

test('without a folder there are the languages that ship', async () => {
  const { tags, english } = await openLanguages(undefined, log);
  expect(tags).toEqual(shippedTags);
  expect(english.tag).toBe('en');
});

test('a file adds a language, and what it lacks is in English', async () => {
  await write('pt.json', withTitle('Entrar em {project}'));
  await write('README.md', 'is no language');
  const { tags, find } = await open();
  expect(tags).toEqual([...shippedTags, 'pt']);
  const { signIn } = find('PT')?.texts.hostedPages ?? {};
  expect(signIn?.title({ project: 'Acme' })).toBe('Entrar em Acme');
  expect(signIn?.next).toBe('Continue');
});

test('a file of a language that ships replaces its texts and keeps the others', async () => {
  await write('de.json', withTitle('Anmelden bei {project}'));
  const { signIn } = (await open()).find('de')?.texts.hostedPages ?? {};
  expect(signIn?.title({ project: 'Acme' })).toBe('Anmelden bei Acme');
  expect(signIn?.next).toBe('Weiter');
});

test('a region takes what it lacks from its language, and that from the operator’s English', async () => {
  await write('en.json', { hostedPages: { signIn: { next: 'Next' } } });
  await write('pt.json', withTitle('Entrar em {project}'));
  await write('pt-br.json', { hostedPages: { signIn: { signUp: 'Criar uma conta' } } });
  const { tags, find } = await open();
  expect(tags).toContain('pt-BR');
  const { signIn } = find('pt-BR')?.texts.hostedPages ?? {};
  expect(signIn?.signUp).toBe('Criar uma conta');
  expect(signIn?.title({ project: 'Acme' })).toBe('Entrar em Acme');
  expect(signIn?.next).toBe('Next');
});

test('a language is written from right to left if its script is', async () => {
  await write('ar.json', {});
  const { find } = await open();
  expect(find('ar')?.direction).toBe('rtl');
  expect(find('de')?.direction).toBe('ltr');
});

test.each([
  ['english.json', {}, 'its name must be a language tag'],
  ['de_AT.json', {}, 'its name must be a language tag (BCP 47) and .json, such as pt.json'],
  ['pt.json', '{"hostedPages": ', 'it is not valid JSON'],
  ['pt.json', '{"wait": {}, "wait": {}}', 'The key "wait" appears twice'],
  ['pt.json', '[]', 'the file must be an object'],
  ['pt.json', { hostedPage: {} }, 'hostedPage is not the name of a text'],
  ['pt.json', { hostedPages: { signIn: { titel: 'x' } } }, 'hostedPages.signIn.titel is not the name'],
  ['pt.json', { hostedPages: 'x' }, 'hostedPages must be an object'],
  ['pt.json', withTitle({ title: 'x' }), 'hostedPages.signIn.title must be a text'],
  ['pt.json', withTitle(' '), 'hostedPages.signIn.title is empty'],
  ['pt.json', withTitle('Entrar'), 'hostedPages.signIn.title lacks the placeholder {project}'],
  ['pt.json', withTitle('{projeto}'), 'has the placeholder {projeto}; those of this text are {project}'],
  ['pt.json', withTitle('{project'), 'hostedPages.signIn.title has more than a name in {project}'],
  ['pt.json', withTitle('<b>{project}</b>'), 'hostedPages.signIn.title has < or >'],
  ['pt.json', withTitle('{project}\nx'), 'hostedPages.signIn.title has a line break'],
  ['pt.json', withTitle('x'.repeat(3_000)), 'hostedPages.signIn.title is longer than 2000 characters'],
  ['ja.json', withTitle('{project, plural, one {a} other {b}}'), 'the forms of this language are other'],
])('%s with %j is refused: %s', async (name, content, why) => {
  await write(name, content);
  const error = await open().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as Error).message).toContain(join(folder, name));
  expect((error as Error).message).toContain(why);
});

test('all problems of a file are named at once, up to twenty', async () => {
  await write('pt.json', Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`key${i}`, 'x'])));
  await expect(open()).rejects.toThrow(/key0 is not .*key19 is not .*and 5 more/s);
});

test('two files of one language, and a folder that does not exist, are refused', async () => {
  await expect(openLanguages(join(folder, 'none'), log)).rejects.toThrow(/LATCHKEY_LANGUAGES is .*none/);
  await write('pt-BR.json', {});
  await write('pt-br.json', {});
  await expect(open()).rejects.toThrow('there is another file for pt-BR');
});
