import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'guides');

/** A piece of code that a page shows in several languages. */
export interface Step {
  /** The heading above it. */
  heading: string;
  /** A command for the shell, whatever the language. */
  command?: string;
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

const fence = String.raw`^\`\`\`(?<language>\w+)(?: title="(?<title>[^"\n]+)")?\n(?<text>.*?)^\`\`\`$`;
const tab = new RegExp(fence, 'gms');
/** Returns the text of a guide. */
export function textOf(name: string): string {
  return readFileSync(join(folder, `${name}.md`), 'utf8');
}

/** A heading, the blocks of a `tabs` comment, or one block. */
const part = new RegExp(
  String.raw`^#+ (?<heading>[^\n]+)$|^<!-- tabs -->\n(?<tabs>(?:\n*${fence.replaceAll(/\?<\w+>/g, '?:')})+)|${fence}`,
  'gms',
);

/**
 * Returns the steps of a page, in order: the tabs, and the commands outside of them that call the instance, which
 * readers of all languages type into their shell.
 */
export function stepsOf(name: string): Step[] {
  const text = textOf(name);
  const steps: Step[] = [];
  let heading = '';
  for (const { groups = {} } of text.matchAll(part)) {
    heading = groups['heading'] ?? heading;
    const { tabs, language, text: code = '' } = groups;
    if (tabs !== undefined) steps.push({ heading, code: new Map([...tabs.matchAll(tab)].map(titled)) });
    else if (language === 'sh' && code.includes('$BASE_URL'))
      steps.push({ heading, command: code, code: new Map() });
  }
  return steps;
}

/** Returns the text of a block that the reader saves as a file, such as `index.html`. */
export function fileOf(name: string, title: string): string {
  const text = readFileSync(join(folder, `${name}.md`), 'utf8');
  const block = [...text.matchAll(tab)].find(({ groups = {} }) => groups['title'] === title);
  if (!block) throw new Error(`${name}.md has no block ${title}`);
  return block.groups!['text']!;
}

function titled({ groups = {} }: RegExpMatchArray): [string, string] {
  return [groups['title'] ?? '', groups['text'] ?? ''];
}
