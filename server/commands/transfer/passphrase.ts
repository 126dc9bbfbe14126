import { CommandFailure } from '../output.ts';
import { readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

const minLength = 12;

/** Reads the passphrase: the file's text without the line break at its end. */
export async function readPassphrase(terminal: Terminal, file: string): Promise<string> {
  const passphrase = (await readInput(terminal, file)).replace(/\r?\n$/, '');
  if (passphrase.length >= minLength) return passphrase;
  throw new CommandFailure(
    `The passphrase in ${file === '-' ? 'standard input' : file} is too short. Anyone with the exported file can try passphrases without limit. Use ${minLength} characters or more, for example the output of \`openssl rand -base64 24\``,
    2,
  );
}
