import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token } from 'marked';
import { expect, test } from 'vitest';
import { targetOf } from '../server/http/docs/library.ts';
import { unescapeHtml } from '../server/http/docs/plain-text.ts';
import { slugs } from '../server/http/docs/render.ts';

const root = join(import.meta.dirname, '..');
const marked = new Marked();
const files = globSync('{*,{bench,client,console,docs,server,test}/**/*}.md', {
  cwd: root,
  exclude: (name) => name.includes('node_modules') || name.includes('dist'),
});

function read(file: string) {
  const links: string[] = [];
  const anchors = new Set<string>();
  const nextId = slugs();
  void marked.walkTokens(marked.lexer(readFileSync(join(root, file), 'utf8')), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token['href']);
    if (token.type === 'heading') anchors.add(nextId(textOf(token)));
  });
  return { links, anchors };
}

/** The heading as a reader sees it. */
function textOf(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(textOf).join('');
  return 'text' in token ? unescapeHtml(String(token.text)) : '';
}

const documents = new Map(files.map((file) => [file, read(file)]));

test('every link in a document of the repository leads to a file, and to a heading that exists', () => {
  const dead = [...documents].flatMap(([file, { links }]) =>
    links
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const plain = join(root, file, '..', decodeURI(path));
        if (path !== '' && !existsSync(plain)) return true;
        const target = path === '' ? file : targetOf(file, path);
        return anchor !== undefined && documents.get(target)?.anchors.has(anchor) === false;
      })
      .map((link) => `${file}: ${link}`),
  );
  expect(dead).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
});
