import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Reads a secret from its variable, or from the file that `<name>_FILE` names. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name];
  if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set. Leave one of them out.`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${name}_FILE names ${file}, which cannot be read (${code}). Check path and owner.`,
    );
  }
  // Without this, an empty file would mean the embedded database, or a random key.
  if (text === '')
    throw new ConfigError(`${name}_FILE names ${file}, which is empty. Write the value into it.`);
  return text;
}

export function integer(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(
      `${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`,
    );
  }
  return value;
}

export function boolean(name: string, text: string | undefined, byDefault: boolean): boolean {
  return oneOf(name, text || String(byDefault), ['true', 'false']) === 'true';
}

export function oneOf<const T extends string>(name: string, text: string, values: readonly T[]): T {
  const value = values.find((value) => value === text);
  if (!value) throw new ConfigError(`${name} is ${JSON.stringify(text)}; it can be ${values.join(', ')}.`);
  return value;
}
