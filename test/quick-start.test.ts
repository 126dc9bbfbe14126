import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, commandsOf, examplesFolder, names, pagesFolder } from './examples/quick-start.ts';

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

test('each example has a quick start, a line in the list and a test that types it', () => {
  const pages = readdirSync(pagesFolder).filter((file) => file !== 'README.md');
  expect(pages.sort()).toEqual(names.map((name) => `${name}.md`).sort());
  const list = read(pagesFolder, 'README.md');
  expect(names.filter((name) => !list.includes(`(${name}.md)`))).toEqual([]);
  const tests = names.map((name) => join(import.meta.dirname, 'examples', `${name}.test.ts`));
  expect(tests.filter((file) => !existsSync(file))).toEqual([]);
});

describe.each(names)('the quick start %s', (name) => {
  const files = readdirSync(join(examplesFolder, name), { recursive: true, encoding: 'utf8' });

  test('starts Latchkey, copies the example and ends with the command that serves it', () => {
    const { start, commands } = commandsOf(name);
    expect(start).toBe('npm start\n');
    expect(commands.startsWith(`cp -r examples/${name} ~/my-app\n`)).toBe(true);
    expect(read(pagesFolder, `${name}.md`)).toContain('<http://localhost:3000>');
  });

  test('shows code of the example only', () => {
    const isSource = (file: string): boolean => /\.(js|jsx|ts|tsx|py|go)$/.test(file);
    const code = files.filter(isSource).map((file) => read(examplesFolder, name, file));
    const shown = blocksOf(name).filter(({ language }) => language !== 'sh');
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter(({ text }) => !code.some((source) => source.includes(text)))).toEqual([]);
  });

  test('links to files that exist', () => {
    const links = [...read(pagesFolder, `${name}.md`).matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)];
    expect(links.filter(([, path]) => !existsSync(join(pagesFolder, path!)))).toEqual([]);
  });

  test('names exact versions of its packages', () => {
    if (!files.includes('package.json')) return;
    const { dependencies, devDependencies } = JSON.parse(read(examplesFolder, name, 'package.json'));
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
