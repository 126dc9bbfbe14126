import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { perInstance } from '../../../core/per-instance.ts';
import { isServed, library, libraryEntry, libraryName, releases } from './releases.ts';

/** A package in the folder where `latchkey components install` has put it. */
export interface InstalledPackage {
  folder: string;
  /** The paths that browsers may load, and their compressed copies. */
  files: ReadonlySet<string>;
}

/** The packages in the folders of an instance, by `name@version`. */
export interface Installed {
  find(release: string): InstalledPackage | undefined;
  /** The hash of the library's first file (Subresource Integrity). Undefined unless the version of this build is installed. */
  libraryIntegrity(): string | undefined;
}

/**
 * Looks packages up on the disk until they are found, so that an installation counts without a restart. Other versions that an earlier build
 * has installed remain available, because pages that are open load further files of them.
 */
export const installed = perInstance<Installed>(({ componentFolders }) => {
  const found = new Map<string, InstalledPackage>();
  let integrity: string | undefined;
  const find = (release: string) => {
    const known = found.get(release);
    if (known) return known;
    const opened = componentFolders.flatMap((folder) => openPackage(folder, release) ?? [])[0];
    if (opened) found.set(release, opened);
    return opened;
  };
  return {
    find,
    libraryIntegrity() {
      const opened = integrity === undefined ? find(`${libraryName}@${library.version}`) : undefined;
      if (opened) integrity = integrityOf(join(opened.folder, libraryEntry));
      return integrity;
    },
  };
});

/** Returns the name of a package without its version. */
function nameOf(release: string): string | undefined {
  const name = /^(@descope\/[a-z-]+)@\d{1,5}\.\d{1,5}\.\d{1,5}$/.exec(release)?.[1];
  return releases.some((known) => known.name === name) ? name : undefined;
}

function openPackage(parent: string, release: string): InstalledPackage | undefined {
  const name = nameOf(release);
  if (!name) return undefined;
  const folder = join(parent, release);
  let paths: string[];
  try {
    paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return undefined;
  }
  const files = paths.map((path) => path.replaceAll(sep, '/'));
  return { folder, files: new Set(files.filter((path) => isServed(name, path.replace(/\.(?:br|gz)$/, '')))) };
}

function integrityOf(file: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;
}
