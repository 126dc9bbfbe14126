import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages, notRun } from './examples/guides/languages.ts';
import { guides, stepsOf, textOf } from './examples/guides/page.ts';
import {
  blocksOf,
  commandsOf,
  examplesFolder,
  names,
  namesOfGuides,
  pageOf,
  pagesFolder,
} from './examples/quick-start.ts';

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

test('each example has a quick start, a line in the list and a test that types it', () => {
  const pages = readdirSync(pagesFolder).filter((file) => file !== 'README.md');
  expect(pages.sort()).toEqual(names.map((name) => `${name}.md`).sort());
  const list = read(pagesFolder, 'README.md');
  expect(names.filter((name) => !list.includes(`(${name}.md)`))).toEqual([]);
  const tests = [...names, ...namesOfGuides].map((name) =>
    join(import.meta.dirname, 'examples', `${name}.test.ts`),
  );
  expect(tests.filter((file) => !existsSync(file))).toEqual([]);
});

test.each(names)('the quick start %s is served at the port that its page opens', (name) => {
  expect(read(pagesFolder, `${name}.md`)).toContain('<http://localhost:3000>');
});

describe.each([...names, ...namesOfGuides])('the page of the example %s', (name) => {
  const files = readdirSync(join(examplesFolder, name), { recursive: true, encoding: 'utf8' });

  test('starts Latchkey, and copies the example', () => {
    const { start, commands } = commandsOf(name);
    expect(start).toBe('npm start\n');
    expect(commands.startsWith(`cp -r examples/${name} ~/latchkey-${name}\n`)).toBe(true);
  });

  test('shows code of the example only', () => {
    const isSource = (file: string): boolean => /\.(js|jsx|ts|tsx|py|go)$/.test(file);
    const code = files.filter(isSource).map((file) => read(examplesFolder, name, file));
    const shown = blocksOf(name).filter(({ language }) => language !== 'sh');
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter(({ text }) => !code.some((source) => source.includes(text)))).toEqual([]);
  });

  test('links to files that exist', () => {
    const links = [...read(pageOf(name)).matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)];
    expect(links.filter(([, path]) => !existsSync(join(dirname(pageOf(name)), path!)))).toEqual([]);
  });

  test('names exact versions of its packages', () => {
    if (!files.includes('package.json')) return;
    const { dependencies, devDependencies } = JSON.parse(read(examplesFolder, name, 'package.json'));
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('a reader who follows the README and several of these pages on one Latchkey', () => {
  const pages = ['README.md', 'docs/first-steps.md', ...names.map((name) => `docs/quick-start/${name}.md`)];
  const commandsIn = (page: string): string =>
    [...read(page).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text).join('');

  test('creates no user twice', () => {
    const made = pages.flatMap((page) => [
      ...new Set(
        [...commandsIn(page).matchAll(/(?:signup|create-user|invite)\S*.*?([\w.]+@example\.com)/gs)].map(
          ([, address]) => address,
        ),
      ),
    ]);
    expect(made.length).toBeGreaterThan(3);
    expect(made.filter((address, index) => made.indexOf(address) !== index)).toEqual([]);
  });

  test('keeps the sessions: only the second Latchkey of the page on testing has a clock that moves', () => {
    expect(pages.filter((page) => commandsIn(page).includes('/dev/clock'))).toEqual([]);
    const moves = commandsIn('docs/testing.md').match(/\S*(?:\/dev\/clock|BASE_URL=\S+)/g) ?? [];
    expect(moves.length).toBeGreaterThan(2);
    expect(moves.filter((move) => !move.includes('localhost:8081'))).toEqual([]);
  });
});

test('each tab of a guide is in a language that the tests run, or its page says that they do not', () => {
  const titles = languages.map(({ title }) => title);
  for (const guide of guides) {
    const prose = textOf(guide).replaceAll(/^ *```.*?^ *```$/gms, '');
    const shown = new Set(stepsOf(guide).flatMap(({ code }) => [...code.keys()]));
    for (const title of shown) {
      if (titles.includes(title)) continue;
      expect([guide, title, notRun.includes(title)]).toEqual([guide, title, true]);
      expect(prose, `${guide}: ${title}`).toContain(title);
      expect(prose, guide).toMatch(/not (been )?run/);
    }
  }
});
