import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Terminal } from './terminal.ts';

/** Reads a whole text file; `-` is standard input. */
export function readInput(terminal: Terminal, file: string): Promise<string> {
  return file === '-' ? text(terminal.stdin) : readFile(file, 'utf8');
}
