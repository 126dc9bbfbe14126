import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readCommandConfig } from '../../core/config.ts';
import { installationFolder } from '../../domain/pages/components/folders.ts';
import { isServed, type Release, releases } from '../../domain/pages/components/releases.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { downloadArchive, integrityOf, unpack } from './archive.ts';

interface InstallOptions extends OutputOptions {
  /** Archives that `npm pack` has written, instead of downloads. */
  from?: string[];
  to?: string;
  registry: string;
}

/** Installs the packages that are missing. A running server finds them without a restart. */
export async function installComponents(
  terminal: Terminal,
  { from, to, registry, json }: InstallOptions,
): Promise<void> {
  const folder = to === undefined ? installationFolder(readCommandConfig(terminal.env)) : resolve(to);
  const given = from ? await readArchives(from) : undefined;
  const packages: { name: string; version: string; installed: 'now' | 'before' }[] = [];
  for (const release of releases) {
    const { name, version } = release;
    const target = join(folder, `${name}@${version}`);
    const isThere = existsSync(target);
    if (!isThere) await install(await archiveOf(release), release, target);
    packages.push({ name, version, installed: isThere ? 'before' : 'now' });
    if (!json) printLine(terminal, `${name}@${version} ${isThere ? 'is already' : 'is now'} in ${folder}.`);
  }
  if (json) printJson(terminal, { folder, packages });

  async function archiveOf(release: Release): Promise<Buffer> {
    if (!given) return downloadArchive(registry, release);
    const archive = given.get(release.integrity);
    if (archive) return archive;
    const { name, version } = release;
    throw new CommandFailure(
      `none of these files is ${name}@${version}. Run \`npm pack ${name}@${version}\`, and pass that file with --from, too`,
    );
  }
}

/** Returns the archives by their hashes. Throws for a file that is none of ours. */
async function readArchives(paths: string[]): Promise<Map<string, Buffer>> {
  const archives = new Map<string, Buffer>();
  for (const path of paths) {
    const archive = await readFile(path);
    const integrity = integrityOf(archive);
    if (!releases.some((release) => release.integrity === integrity)) {
      const wanted = releases.map(({ name, version }) => `${name}@${version}`).join(' ');
      throw new CommandFailure(
        `${path} is not a package that this version was tested with. Run \`npm pack ${wanted}\`, and pass those files`,
      );
    }
    archives.set(integrity, archive);
  }
  return archives;
}

/** Writes into a folder beside the target, which appears complete or not at all. */
async function install(archive: Buffer, { name }: Release, target: string): Promise<void> {
  const files = [...(await unpack(archive))].filter(([path]) => isServed(name, path));
  await mkdir(dirname(target), { recursive: true });
  const unfinished = await mkdtemp(join(dirname(target), '.unfinished-'));
  try {
    await Promise.all(files.map(([path, content]) => write(join(unfinished, path), content)));
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(target)) throw error;
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a file and its compressed copies. A higher quality saves 2 % and costs five times as much. */
async function write(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  if (!path.endsWith('.js')) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await zip(content));
}
