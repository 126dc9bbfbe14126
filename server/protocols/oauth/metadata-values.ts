import { isLoopbackUrl, isWebUrl } from '../../core/url.ts';
import { OAuthError } from './oauth-error.ts';
import { problemOfKeySet } from './public-keys.ts';

// Reads single fields of a client's metadata. An absent field is empty. A wrong one is `invalid_client_metadata` (RFC 7591 §3.2.2).

type Given = Record<string, unknown>;

const maxTextLength = 255;
export const maxUrlLength = 2_048;
const maxItems = 20;

/** Twenty RSA keys of 4096 bits. */
const maxKeysLength = 20 * 1024;

export function text(given: Given, name: string, maxLength = maxTextLength): string {
  const value = given[name] ?? '';
  if (typeof value !== 'string') throw invalid(`${name} must be a text`);
  if (value.length > maxLength) throw invalid(`${name} is longer than ${maxLength} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(value)) throw invalid(`${name} contains control characters`);
  return value;
}

export function texts(given: Given, name: string, maxLength = maxTextLength): string[] {
  const values = given[name] ?? [];
  if (!Array.isArray(values)) throw invalid(`${name} must be a list`);
  if (values.length > maxItems) throw invalid(`${name} has more than ${maxItems} entries`);
  return values.map((value) => {
    if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a list of texts`);
    return text({ [name]: value }, name, maxLength);
  });
}

/** Returns an address that a page of ours may link to. */
export function webUrl(given: Given, name: string): string {
  const value = text(given, name, maxUrlLength);
  if (value && !(URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)))
    throw invalid(`${name} must be a URL that begins with https://`);
  return value;
}

export function oneOf<T extends string>(given: Given, name: string, values: readonly T[]): T | undefined {
  const value = text(given, name);
  if (!value) return undefined;
  const known = values.find((one) => one === value);
  if (!known) throw invalid(`${name} must be one of ${values.join(', ')}`);
  return known;
}

export function flag(given: Given, name: string): boolean {
  const value = given[name] ?? false;
  if (typeof value !== 'boolean') throw invalid(`${name} must be true or false`);
  return value;
}

/** Returns a number of seconds, or `undefined` for an absent one. */
export function seconds(given: Given, name: string): number | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 1_000_000_000)
    throw invalid(`${name} must be a number of seconds`);
  return value as number;
}

/** Returns an address that this server requests, or sends users to: https, or http on a loopback address. */
export function secureUrl(given: Given, name: string): string {
  const value = text(given, name, maxUrlLength);
  const isSecure = isWebUrl(value) && (new URL(value).protocol === 'https:' || isLoopbackUrl(value));
  if (value && !isSecure) throw invalid(`${name} must be a URL that begins with https://`);
  return value;
}

/** Returns the public keys of a client (RFC 7517 §5). */
export function keySet(given: Given, name: string): { keys: Given[] } {
  const value = given[name] ?? undefined;
  if (value === undefined) return { keys: [] };
  const { keys } = value as { keys?: unknown };
  if (
    !Array.isArray(keys) ||
    keys.length === 0 ||
    !keys.every((key) => typeof key === 'object' && key !== null)
  )
    throw invalid(`${name} must be a JSON Web Key Set`);
  if (keys.length > maxItems || JSON.stringify(keys).length > maxKeysLength)
    throw invalid(`${name} has more than ${maxItems} keys or ${maxKeysLength} characters`);
  const problem = problemOfKeySet(keys);
  if (problem) throw invalid(`${name}: ${problem}`);
  return { keys };
}

/** Reports whether a client asks for something: `false` and an empty value say that it does not. */
export function isAsked(value: unknown): boolean {
  return (
    ![undefined, null, false, ''].includes(value as null) && !(Array.isArray(value) && value.length === 0)
  );
}

export function invalid(description: string): OAuthError {
  return new OAuthError('invalid_client_metadata', description);
}
