import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { trimEnd } from '../../core/trim-end.ts';
import type { Release } from '../../domain/pages/components/releases.ts';
import { CommandFailure } from '../output.ts';

const timeoutMs = 120_000;
const maxArchiveBytes = 64 * 2 ** 20;
const maxUnpackedBytes = 256 * 2 ** 20;

/** Downloads the archive of a package, and fails unless it is the one that this build names. */
export async function downloadArchive(registry: string, release: Release): Promise<Buffer> {
  const { name, version } = release;
  const file = `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
  const url = `${trimEnd(registry, '/')}/${name}/-/${file}`;
  const remedy = `Run \`npm pack ${name}@${version}\` on a machine that reaches a registry, and pass the file with --from`;
  let archive: Buffer;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`it returns ${response.status}`);
    archive = await readBody(response);
  } catch (error) {
    throw new CommandFailure(`The download from ${url} failed: ${reasonOf(error)}. ${remedy}`);
  }
  if (integrityOf(archive) !== release.integrity)
    throw new CommandFailure(
      `The file at ${url} is not the one that this version was tested with. ${remedy}`,
    );
  return archive;
}

async function readBody(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxArchiveBytes) throw new Error('it is larger than any package');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** `fetch` says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
}

/** Returns the hash of an archive as lock files of npm write it. */
export function integrityOf(archive: Buffer): string {
  return `sha512-${createHash('sha512').update(archive).digest('base64')}`;
}

const blockBytes = 512;
/** npm puts all files of a package below this folder. */
const folder = 'package/';

/**
 * Returns the files of a package by their paths. Reads the part of the format `ustar` (POSIX.1-1988) that npm writes: other entries, such as
 * links, are left out.
 */
export async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const tar = await promisify(gunzip)(archive, { maxOutputLength: maxUnpackedBytes });
  const files = new Map<string, Buffer>();
  for (let at = 0; at + blockBytes <= tar.length && tar[at] !== 0; ) {
    const field = (from: number, length: number) =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8);
    const kind = field(156, 1);
    const path = [field(345, 155), field(0, 100)].filter(Boolean).join('/');
    const begin = at + blockBytes;
    if ((kind === '' || kind === '0') && path.startsWith(folder))
      files.set(path.slice(folder.length), tar.subarray(begin, begin + size));
    at = begin + Math.ceil(size / blockBytes) * blockBytes;
  }
  return files;
}
