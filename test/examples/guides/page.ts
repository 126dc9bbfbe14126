import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'guides');

/** A piece of code that a page shows in several languages. */
export interface Step {
  /** The heading above it. */
  heading: string;
  /** By the title of the tab, such as `Python`. */
  code: Map<string, string>;
}

/** The page that each guide continues from. */
export const setUp = 'README';

/** The names of the guides: `codes` is `docs/guides/codes.md`. */
export const guides = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length))
  .filter((name) => name !== setUp);

const tabs = /^<!-- tabs -->\n((?:\n*^```\w+ [^\n]+\n.*?^```$)+)/gms;
const tab = /^```\w+ ([^\n]+)\n(.*?)^```$/gms;

/** Returns the steps of a page, in order. */
export function stepsOf(name: string): Step[] {
  const text = readFileSync(join(folder, `${name}.md`), 'utf8');
  return [...text.matchAll(tabs)].map(({ index, 1: blocks = '' }) => ({
    heading:
      text
        .slice(0, index)
        .match(/^#+ (.*)$/gm)
        ?.at(-1)
        ?.replace(/^#+ /, '') ?? '',
    code: new Map([...blocks.matchAll(tab)].map(([, title = '', code = '']) => [title, code])),
  }));
}
