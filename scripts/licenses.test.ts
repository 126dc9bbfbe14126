import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  license?: string;
  link?: boolean;
}

/** Licences under which everybody may use, change and distribute the code. */
const free =
  /^\(?(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|ISC|MIT|MIT-0|MPL-2\.0|OFL-1\.1|Python-2\.0|Unlicense|Zlib)\)?$/;

test('every package that npm installs has a free licence, those for development too', () => {
  const lockfile = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
  const others = Object.entries(packages)
    .filter(([, { link }]) => !link)
    .filter(([, { license = '' }]) => !license.split(/ AND | OR /).every((part) => free.test(part)))
    .map(([path, { license }]) => `${path}: ${license}`);
  expect(others).toEqual([]);
});
