import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export const pagesFolder = join(root, 'docs', 'quick-start');
export const examplesFolder = join(root, 'examples');

/** The examples with a quick start, by the name of their folder. */
export const names = readdirSync(examplesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export interface Block {
  language: string;
  text: string;
}

/** Returns the blocks of code on an example's page, in order. */
export function blocksOf(name: string): Block[] {
  const text = readFileSync(join(pagesFolder, `${name}.md`), 'utf8');
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
