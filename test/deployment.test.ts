import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

const settings = new Set(
  [...read('server/core/config.ts').matchAll(/'((?:LATCHKEY|DATABASE)_\w+)'/g)].map(([, name]) => name!),
);

const files = [
  ...['Dockerfile', 'compose.yaml', 'deploy/citus/compose.yaml', 'deploy/systemd/latchkey.service'],
  ...globSync('deploy/helm/latchkey/{.,templates}/*.*', {
    cwd: root,
  }),
];

test.each(files)('%s names only settings that exist', (file) => {
  const names = [...read(file).matchAll(/\b(?:LATCHKEY|DATABASE)_[A-Z_]*[A-Z]\b/g)].map(([name]) => name);
  expect(names.filter((name) => !settings.has(name.replace(/_FILE$/, '')))).toEqual([]);
});

test('every node of the Compose file for Citus has the settings that docs/deploy/citus.md names', () => {
  const compose = read('deploy/citus/compose.yaml');
  const [, settings = ''] = /```\n(# postgresql.conf[^`]*)```/.exec(read('docs/deploy/citus.md')) ?? [];
  const wanted = settings.split('\n').filter((line) => / = /.test(line));
  expect(wanted.length).toBeGreaterThan(4);
  for (const line of wanted)
    expect(compose).toContain(line.replaceAll(/ = |'|\s+#.*/g, (found) => (found === ' = ' ? '=' : '')));
  expect(compose.match(/<<: \*node/g)).toHaveLength(3);
});

test('operations.md describes every setting', () => {
  const text = read('docs/operations.md');
  expect([...settings].filter((name) => !text.includes(name))).toEqual([]);
});

test('the chart has the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const chart = read('deploy/helm/latchkey/Chart.yaml');
  expect(chart).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
});
