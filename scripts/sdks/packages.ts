import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { runProgram } from '../run-program.ts';
import { pathsInClassFile } from './class-file.ts';
import { pathsInJavaScript, pathsInPython } from './paths.ts';

export type Registry = 'npm' | 'pypi' | 'maven';

export interface CalledPaths {
  /** The package name with the fetched version. */
  package: string;
  paths: string[];
}

interface Client {
  /** Puts the newest version of the package into the folder, as one archive. */
  fetch(name: string, into: string): string[];
  unpack(archive: string, into: string): string[];
  /** Readers of the paths in a file, by file extension. */
  readers: Record<string, (content: Buffer) => string[]>;
}

const javaScript = (content: Buffer): string[] => pathsInJavaScript(content.toString('utf8'));
const unzip = (archive: string, into: string): string[] => ['python3', '-m', 'zipfile', '-e', archive, into];

/** The ordinary client of each registry. Packages are never executed. */
const clients: Record<Registry, Client> = {
  npm: {
    fetch: (name, into) => ['npm', 'pack', '--silent', '--pack-destination', into, name],
    unpack: (archive, into) => ['tar', '-xzf', archive, '-C', into],
    readers: { '.js': javaScript, '.mjs': javaScript, '.cjs': javaScript },
  },
  pypi: {
    fetch: (name, into) => [
      ...['python3', '-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:'],
      ...['--dest', into, name],
    ],
    unpack: unzip,
    readers: { '.py': (content) => pathsInPython(content.toString('utf8')) },
  },
  maven: {
    fetch: (name, into) => [
      ...['mvn', '--quiet', '--batch-mode', 'dependency:copy', '-Dmdep.useBaseVersion=true'],
      ...[`-Dartifact=${name}:LATEST`, `-DoutputDirectory=${into}`],
    ],
    unpack: unzip,
    readers: { '.class': pathsInClassFile },
  },
};

/** Fetches a package into `folder`, which exists, and lists the paths that its code names. */
export async function readPackage(
  registry: Registry,
  name: string,
  folder: string,
  signal: AbortSignal,
): Promise<CalledPaths> {
  const { fetch, unpack } = clients[registry];
  const [download, content] = [join(folder, 'download'), join(folder, 'content')];
  mkdirSync(download, { recursive: true });
  mkdirSync(content);
  await run(fetch(name, download), signal);
  const [archive] = readdirSync(download);
  if (archive === undefined) throw new Error(`${registry} has fetched nothing for ${name}`);
  await run(unpack(join(download, archive), content), signal);
  return { package: archive.replace(/\.(?:tgz|whl|jar)$/, ''), paths: pathsInFolder(registry, content) };
}

/** Returns the paths in the code of a folder. */
export function pathsInFolder(registry: Registry, folder: string): string[] {
  const { readers } = clients[registry];
  const paths = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const read = entry.isFile() ? readers[extname(entry.name)] : undefined;
    if (!read) continue;
    for (const path of read(readFileSync(join(entry.parentPath, entry.name)))) paths.add(path);
  }
  return [...paths].sort();
}

async function run(command: string[], signal: AbortSignal): Promise<void> {
  const { code, output } = await runProgram(command, { signal });
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output.trim()}`);
}
