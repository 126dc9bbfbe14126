import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from '../imports/source.ts';
import { readCode } from './read-code.ts';
import { readMarkdown } from './read-markdown.ts';
import type { Text } from './text.ts';

/** Generated from texts that are checked themselves. */
const generated =
  /^(docs\/(capabilities|command-line|conformance|effects|guides\/identity-providers\/.*)\.md|client\/(api|constants|profile-fields)\.ts)$|texts\.ts$/;

/** The steps of the SSO setup page in other languages than English. */
const translated = /\/providers\/(?!en\/)\w+\/[^/]+\.md$/;

/** Sources whose literals are SQL, or input for tests. */
const withoutTexts = /\.test\.tsx?$|\/store[^/]*\.ts$|\/query-[^/]*\.ts$|^(server\/storage|client\/test)\//;

const english = 'server/core/languages/en.json';

/** Lists the files with texts that users read. */
export function listTextFiles(root: string): string[] {
  const documents = ['docs', 'server/domain'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  const sources = ['server', 'console', 'client', 'scripts/generate'].flatMap((folder) =>
    listSources(root, folder),
  );
  return [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'client/README.md', english],
    ...documents,
    ...sources.filter((path) => !withoutTexts.test(path)),
  ]
    .filter((path) => !generated.test(path) && !translated.test(path))
    .sort();
}

export function readTexts(root: string, path: string): Text[] {
  const source = readFileSync(join(root, path), 'utf8');
  if (path.endsWith('.md')) return readMarkdown(path, source);
  if (path.endsWith('.json')) return readLanguage(path, source);
  return readCode(path, source, { comments: path.startsWith('client/') });
}

/** Each text of a language is on one line. */
function readLanguage(path: string, source: string): Text[] {
  return source.split('\n').flatMap((line, index) => {
    const [, text] = /^\s*"[^"]+": ("(?:[^"\\]|\\.)*"),?$/.exec(line) ?? [];
    return text
      ? [{ path, line: index + 1, text: (JSON.parse(text) as string).replaceAll(/\{\w+\}/g, 'x') }]
      : [];
  });
}
