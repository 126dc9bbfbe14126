import { type FileHandle, open } from 'node:fs/promises';
import { ConfigError } from '../config-error.ts';
import type { HashSet } from './hash-set.ts';

const linePattern = /^([0-9A-F]{40})(:\d+)?$/i;

/** Longer than any line: a hash, a colon, a count and the end of the line. */
const maxLineBytes = 64;

/** A range of the file that is read as a whole. */
const blockBytes = 4_096;

/**
 * Opens a file of sorted lines `HASH:count`. It is searched on the disk, because it has about 40 GB, and never loaded. The
 * process keeps reading the file that it opened: a newer one takes effect at the next start.
 */
export async function openHashFile(path: string): Promise<HashSet> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `LATCHKEY_BREACHED_PASSWORDS is ${path}, which cannot be read (${error.code}). Check path and owner.`,
    );
  });
  try {
    const { size } = await file.stat();
    await requireSorted(file, size, path);
    return { has: (hash) => search(file, size, hash), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Compares the first and the last line, which tells a wrong file from a right one without reading it. */
async function requireSorted(file: FileHandle, size: number, path: string): Promise<void> {
  const start = (await linesIn(file, 0, Math.min(size, maxLineBytes)))[0];
  const end = (await linesIn(file, Math.max(0, size - 2 * maxLineBytes), size)).at(-1);
  const [first, last] = [start, end].map((line) => linePattern.exec(line ?? '')?.[1]?.toUpperCase());
  if (first !== undefined && last !== undefined && first <= last) return;
  throw new ConfigError(
    `LATCHKEY_BREACHED_PASSWORDS is ${path}, which is not a sorted list of SHA-1 hashes. Each line needs 40 ` +
      'hexadecimal digits, optionally with a colon and a count. Download the list as one file, sorted by hash.',
  );
}

/** Halves the range that can have the line until it is a block. */
async function search(file: FileHandle, size: number, hash: string): Promise<boolean> {
  // The line begins at `low` or later, and before `high`. Another line begins at `low`.
  let [low, high] = [0, size];
  while (high - low > blockBytes) {
    const middle = Math.floor((low + high) / 2);
    const text = await read(file, middle, Math.min(size, middle + 2 * maxLineBytes));
    const begins = text.indexOf('\n') + 1;
    if (begins === 0) throw new Error('a line of the list of breached passwords is too long');
    const found = text.slice(begins, begins + hash.length).toUpperCase();
    if (found === hash) return true;
    if (found < hash) low = middle + begins;
    else high = middle + begins;
  }
  const lines = await linesIn(file, low, high);
  return lines.some((line) => line.slice(0, hash.length).toUpperCase() === hash);
}

async function linesIn(file: FileHandle, from: number, to: number): Promise<string[]> {
  const text = await read(file, from, to);
  return text.split(/\r?\n/).filter((line) => line !== '');
}

/** Reads the bytes from `from` up to `to`. */
async function read(file: FileHandle, from: number, to: number): Promise<string> {
  const buffer = Buffer.alloc(to - from);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, from + length);
    if (bytesRead === 0) throw new Error('the list of breached passwords has become shorter');
    length += bytesRead;
  }
  return buffer.toString('latin1');
}
