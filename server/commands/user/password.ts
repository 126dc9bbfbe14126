import { randomBytes } from 'node:crypto';
import type { PasswordRules } from '../../domain/credentials/passwords/rules.ts';
import { CommandFailure } from '../output.ts';
import { readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export interface PasswordOptions {
  passwordFile?: string;
  generatePassword?: boolean;
}

/** Reads or generates the password that the options ask for. Returns `undefined` without such an option. */
export async function choosePassword(
  terminal: Terminal,
  { passwordFile, generatePassword: generate }: PasswordOptions,
  rules: () => Promise<PasswordRules>,
): Promise<string | undefined> {
  if (generate) return generatePassword(await rules());
  if (passwordFile === undefined) return undefined;
  const [password = ''] = (await readInput(terminal, passwordFile)).split(/\r?\n/, 1);
  if (password !== '') return password;
  const place = passwordFile === '-' ? 'standard input' : passwordFile;
  throw new CommandFailure(`The first line of ${place} is empty. Write the password there`, 2);
}

/** Generates at least 120 random bits. The fixed end has a character of each kind that the rules can require. */
function generatePassword({ minLength }: PasswordRules): string {
  const end = 'aZ7-';
  const length = Math.max(24, minLength) - end.length;
  return randomBytes(length).toString('base64url').slice(0, length) + end;
}
