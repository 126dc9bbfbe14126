import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `scripts/sdk-paths.json`. */
export interface SdkPaths {
  /** The packages that `npm run check:sdks` fetches. */
  packages: Record<'npm' | 'pypi' | 'maven', string[]>;
  /** The short names of the callers, separated by blanks, by route such as `POST /v1/auth/totp/signup`. */
  routes: Record<string, string>;
  /** Paths that are only prefixes, with the suffixes that callers append. The prefixes are not routes themselves. */
  beginnings: Record<string, string>;
}

export function readSdkPaths(): SdkPaths {
  return JSON.parse(readFileSync(join(import.meta.dirname, '..', 'sdk-paths.json'), 'utf8')) as SdkPaths;
}

/** Returns the paths that a package calls and the list lacks. */
export function unlistedPaths({ routes, beginnings }: SdkPaths, called: readonly string[]): string[] {
  const patterns = Object.keys(routes).flatMap((route) => patternsOf(route.replace(/^\w+ /, '')));
  return called.filter((path) => !(path in beginnings) && !patterns.some((pattern) => pattern.test(path)));
}

/** Callers fill in parameters, and add prefixes (`/:projectId/fedcm/config`) in the call. */
function patternsOf(path: string): RegExp[] {
  const spellings = new Set([path, path.replace(/^(?:\/:\w+)+(?=\/)/, '')]);
  return [...spellings].map(
    (spelling) => new RegExp(`^${escaped(spelling).replace(/:\w+/g, '[^/]+').replaceAll('*', '.+')}$`),
  );
}

function escaped(path: string): string {
  return path.replaceAll('.', '\\.');
}
