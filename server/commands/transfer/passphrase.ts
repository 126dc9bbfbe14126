import { readFile } from 'node:fs/promises';
import { CommandFailure } from '../output.ts';

const minLength = 12;

/** Reads the passphrase: the file's text without the line break at its end. */
export async function readPassphrase(file: string): Promise<string> {
  const passphrase = (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  if (passphrase.length >= minLength) return passphrase;
  throw new CommandFailure(
    `The passphrase in ${file} is too short. Anyone with the exported file can try passphrases without limit. Use ${minLength} characters or more, for example the output of \`openssl rand -base64 24\``,
    2,
  );
}
