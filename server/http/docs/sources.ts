import { extname } from 'node:path/posix';
import { type Html, html } from '../page.ts';
import { codeBlock } from './highlight.ts';
import { type Library, readText } from './library.ts';

const languageOf: Record<string, string> = { '.mjs': 'js', '.tpl': 'yaml', '.service': 'ini', '.mod': 'go' };

/** Shows a file of the examples, or what is in a folder. */
export function viewSource(path: string, { sources }: Library): Html | undefined {
  if (!sources.has(path)) return undefined;
  const steps = path.split('/').filter(Boolean);
  const trail = steps.slice(0, -1).map((name, index) => {
    return html`<a href="/docs/files/${steps.slice(0, index + 1).join('/')}/">${name}</a> / `;
  });
  const title = html`<p class="place">${trail}</p>\n<h1>${steps.at(-1)}</h1>\n`;
  if (path.endsWith('/'))
    return html`${title}<ul>${entriesOf(path, sources).map((one) => viewEntry(path, one))}</ul>`;
  const extension = extname(path);
  return html`${title}${codeBlock(readText(path), languageOf[extension] ?? extension.slice(1))}`;
}

function entriesOf(folder: string, sources: ReadonlySet<string>): string[] {
  return [...sources].filter((path) => {
    const rest = path.startsWith(folder) ? path.slice(folder.length) : '';
    return rest !== '' && !rest.slice(0, -1).includes('/');
  });
}

function viewEntry(folder: string, path: string): Html {
  return html`<li><a href="/docs/files/${path}">${path.slice(folder.length)}</a></li>\n`;
}
