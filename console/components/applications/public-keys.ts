import type { SsoApplication } from '../../../client/client.ts';

export type Jwks = SsoApplication['oidcSettings']['jwks'];

/** Reads a key set, a list of keys or one key as JSON. Returns `undefined` for anything else. */
export function readKeys(text: string): Jwks | undefined {
  if (text.trim() === '') return { keys: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const given = value as { keys?: unknown; kty?: unknown } | null;
  const keys = Array.isArray(value) ? value : (given?.keys ?? (given?.kty ? [value] : undefined));
  return Array.isArray(keys) && keys.every(isKey) ? { keys } : undefined;
}

function isKey(value: unknown): value is Jwks['keys'][number] {
  return typeof value === 'object' && value !== null && 'kty' in value;
}

export function keysText({ keys }: Jwks): string {
  return keys.length === 0 ? '' : JSON.stringify({ keys }, null, 2);
}
