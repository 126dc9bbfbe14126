import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export const pagesFolder = join(root, 'docs', 'quick-start');
export const examplesFolder = join(root, 'examples');

const guidesFolder = join(root, 'docs', 'guides');

const folders = readdirSync(examplesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The examples that a guide explains, by the name of their folder. */
export const namesOfGuides = folders.filter((name) => existsSync(join(guidesFolder, `${name}.md`)));

/** The examples with a quick start. */
export const names = folders.filter((name) => !namesOfGuides.includes(name));

/** Returns the page that explains an example. */
export function pageOf(name: string): string {
  return join(namesOfGuides.includes(name) ? guidesFolder : pagesFolder, `${name}.md`);
}

export interface Block {
  language: string;
  text: string;
}

/** Returns the blocks of code on an example's page, in order. */
export function blocksOf(name: string): Block[] {
  const text = readFileSync(pageOf(name), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

/** Returns the commands of a page: the one that starts Latchkey, and those of the second terminal. */
export function commandsOf(name: string): { start: string; commands: string } {
  const [start = '', ...rest] = blocksOf(name)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text);
  return { start, commands: rest.join('') };
}
