import { randomInt } from 'node:crypto';
import type { ProjectContext } from '../../../../core/context.ts';
import { plainDigits } from '../../../../core/typed-text.ts';

/** Consonants only, so that no code is a word, and each is easy to type on a phone (RFC 8628 §6.1). */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';

const length = 8;

/** Returns eight letters, about 34 random bits. They serve for ten minutes, and attempts are counted. */
export function newUserCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Reads a code as people type it: in small letters, with or without separators. Returns `undefined` for anything else. */
export function readUserCode(typed: string): string | undefined {
  const code = plainDigits(typed)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined;
}

/** Returns the code as users see it. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Returns the stored form. */
export function macOfUserCode({ project, sealer }: ProjectContext, code: string): string {
  return sealer.mac(code, purposeOf(project.id));
}

/** Returns the stored forms under every secret key that is here, so that a change of the key ends no request. */
export function macsOfUserCode({ project, sealer }: ProjectContext, code: string): string[] {
  return sealer.keyIds.map((keyId) => sealer.mac(code, purposeOf(project.id), keyId));
}

function purposeOf(projectId: string): string {
  return `device-user-code:${projectId}`;
}
