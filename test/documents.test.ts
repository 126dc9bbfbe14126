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
  // The steps at identity providers are read where they end up, in docs/guides/identity-providers.
  exclude: (name) => ['node_modules', 'dist', 'sso-setup/providers'].some((part) => name.includes(part)),
});

const textAt = (path: string): string => readFileSync(join(root, path), 'utf8');

function read(file: string) {
  const links: string[] = [];
  const anchors = new Set<string>();
  const code: string[] = [];
  const nextId = slugs();
  const text = textAt(file);
  void marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token['href']);
    if (token.type === 'heading') anchors.add(nextId(textOf(token)));
    if (token.type === 'codespan') code.push(unescapeHtml(token.text));
  });
  return { links, anchors, code, text };
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

/** The history names what has existed. */
const current = [...documents].filter(([file]) => file !== 'CHANGELOG.md');

const sources = globSync(
  '{*,{bench,client,console,deploy,docs,examples,scripts,server,test,.github}/**/*}.{ts,tsx,mjs,css,sh,yml,md}',
  { cwd: root, exclude: (name) => name.includes('node_modules') || name.includes('dist') },
);
const programs = sources.filter((file) => file.startsWith('server/') && !file.includes('.test.'));
const folders = 'bench|client|console|deploy|docs|examples|scripts|server|test';
const aFile = new RegExp(`^(?:(?:${folders})/[\\w./-]+|[\\w./-]+\\.(?:tsx?|mjs|css|sh|md))$`);
const aRoute = /\/v[12]\/(?:auth|mgmt|console)[\w/.-]*\w/g;
const aSetting = /\b(?:LATCHKEY|DATABASE)_[A-Z_]*[A-Z]\b/g;
const aCommand = /(?<=^(?:npx )?)latchkey [a-z][a-z-]*(?: [a-z][a-z-]*(?=$|[ `]))?/g;
const aScript = /(?<=npm run )[\w:-]+/g;
const aDecision = /(?<=\bdecisions? \[?)\d{4}\b/gi;

const isAt = (file: string, path: string): boolean => `/${file}`.endsWith(`/${path.replace(/^[./]+/, '')}`);

/** Documents name a file by its path, or by the end of it: `identities/decide-account.ts`. */
function fileExists(path: string): boolean {
  return (
    existsSync(join(root, path)) ||
    // The example of a release that is made.
    path === 'test/upgrades/0.2.0' ||
    sources.some((file) => isAt(file, path))
  );
}

/** Lists what documents name and does not exist. */
function unknown(
  names: (document: ReturnType<typeof read>) => Iterable<string>,
  exists: (name: string) => boolean,
) {
  return current.flatMap(([file, document]) =>
    [...names(document)].filter((name) => !exists(name)).map((name) => `${file}: ${name}`),
  );
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([match]) => match);

test('every file, route, setting, command, script and decision that a document names exists', () => {
  const routes = [textAt('docs/conformance.md'), ...programs.map(textAt)].join('\n');
  const config = textAt('server/core/config.ts');
  const commands = textAt('docs/command-line.md');
  const { scripts } = JSON.parse(textAt('package.json')) as { scripts: Record<string, string> };
  expect([
    ...unknown(({ code }) => code.filter((one) => aFile.test(one)), fileExists),
    ...unknown(
      ({ text }) => matches(text, aRoute),
      (route) => routes.includes(route),
    ),
    ...unknown(
      ({ text }) => matches(text, aSetting),
      (name) => config.includes(`'${name.replace(/_FILE$/, '')}'`),
    ),
    ...unknown(
      ({ code }) => code.flatMap((one) => matches(one, aCommand)),
      (command) => commands.includes(command),
    ),
    ...unknown(
      ({ text }) => matches(text, aScript),
      (script) => script in scripts,
    ),
    ...unknown(({ text }) => matches(text, aDecision), decisionExists),
  ]).toEqual([]);
});

test('every name that a document places in a file is there', () => {
  const places = current.flatMap(([file, { text }]) =>
    [...text.replace(/\s+/g, ' ').matchAll(/`(\w+)`,? (?:\(|in |of )`([\w./-]+\.tsx?)`/g)].map(
      ([, name = '', path = '']) => ({ file, name, path }),
    ),
  );
  const missing = places.filter(
    ({ name, path }) =>
      !sources.some((one) => isAt(one, path) && new RegExp(`\\b${name}\\b`).test(textAt(one))),
  );
  expect(missing).toEqual([]);
  expect(places.length).toBeGreaterThan(40);
});

const decisions = new Set(
  globSync('docs/decisions/*.md', { cwd: root }).map((file) => /\d{4}/.exec(file)?.[0]),
);
const decisionExists = (number: string): boolean => decisions.has(number);

test('every decision that the code names exists', () => {
  const named = sources.flatMap((file) =>
    matches(textAt(file), aDecision).map((number) => ({ file, number })),
  );
  expect(named.filter(({ file, number }) => file !== 'CHANGELOG.md' && !decisionExists(number))).toEqual([]);
  expect(named.length).toBeGreaterThan(100);
});

test('every row of a table has as many cells as its heading', () => {
  const uneven = [...documents].flatMap(([file, { text }]) =>
    marked
      .lexer(text)
      .filter((token) => token.type === 'table')
      .flatMap(({ raw }) => {
        const [heading = '', ...rows] = raw.trim().split('\n').map(cellsOf);
        return rows
          .filter((row) => row !== heading)
          .map((row) => `${file}: ${row} cells in place of ${heading}`);
      }),
  );
  expect(uneven).toEqual([]);
});

const cellsOf = (row: string): number => row.replaceAll('\\|', '').split('|').length;
