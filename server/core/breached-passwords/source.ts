import { resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { trimEnd } from '../trim-end.ts';
import { isWebUrl } from '../url.ts';

/** A sorted file of SHA-1 hashes, or the address of an endpoint that answers for the first five digits of one. */
export type BreachSource = { file: string } | { url: string };

/** Reads `file:/path`, `file:///path` or the address of an endpoint. */
export function readBreachSource(text: string | undefined): BreachSource | undefined {
  if (!text) return undefined;
  if (/^file:./.test(text)) return { file: resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) };
  if (isWebUrl(text) && !/[?#]/.test(text)) return { url: `${trimEnd(text, '/')}/` };
  throw new ConfigError(
    'LATCHKEY_BREACHED_PASSWORDS must be file: and the path of a sorted file of SHA-1 hashes, or the URL of a ' +
      'range endpoint, such as https://api.pwnedpasswords.com/range/.',
  );
}
