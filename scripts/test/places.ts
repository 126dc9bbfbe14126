import { posix } from 'node:path';
import { onlyOnPostgres } from '../../test/one-engine.ts';

/** Reports whether `npm test` runs this file on SQLite. A folder with its own configuration has its own command. */
export function isTestFile(path: string): boolean {
  if (!path.endsWith('.test.ts') || onlyOnPostgres.includes(path)) return false;
  return !/^test\/(examples|idp|nextjs|proxies|streams)\//.test(path);
}

/** Reports whether the file wires the server or the console together, and so imports every part of it. */
export function isComposition(path: string): boolean {
  return /^(server|console)\/[^/]+\.tsx?$/.test(path);
}

/** Returns the group of the domain, or the subject in another folder: `server/protocols/saml`, `console/screens/users`. */
export function groupOf(path: string): string | undefined {
  const folder = posix.dirname(path);
  const [group] =
    /^server\/domain\/[^/]+\/[^/]+/.exec(folder) ?? /^(server|console)\/[^/]+(\/[^/]+)?/.exec(folder) ?? [];
  return group;
}

/** Returns the tests in the file's folder; those of the next folder above if it has none, but no higher than the group. */
export function testsBeside(path: string, tests: readonly string[]): string[] {
  // The folder `test/` is about everything.
  if (path.startsWith('test/')) return tests.filter((test) => nameOf(test) === nameOf(path));
  const highest =
    groupOf(path)
      ?.split('/')
      .slice(0, path.startsWith('server/domain/') ? 4 : 2) ?? [];
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    const beside = tests.filter((test) => posix.dirname(test) === folder);
    if (beside.length > 0) return beside;
    if (folder === highest.join('/')) return [];
  }
  return [];
}

/** Returns the path without `.test` and the extension, which a file and its test share. */
export function nameOf(path: string): string {
  return path.replace(/(\.test)?\.\w+$/, '');
}
