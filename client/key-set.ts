import type { Call } from './call.ts';
import { now } from './clock.ts';
import { noAnswer, type Result } from './result.ts';

type Subtle = typeof globalThis.crypto.subtle;
type ImportedKey = Awaited<ReturnType<Subtle['importKey']>>;

export interface PublicKey {
  algorithm: 'RS256' | 'ES256';
  key: ImportedKey;
}

/** What a key set entry must have to be used here (RFC 7517 §4, RFC 7518 §6). */
interface Jwk {
  kid: string;
  kty: string;
  alg: string;
  use?: string;
  n?: string;
  e?: string;
  crv?: string;
  x?: string;
  y?: string;
}

const algorithms = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

/** So that a key which was withdrawn is not trusted for ever. */
const freshMs = 60 * 60_000;
/** Whoever makes up key IDs causes one request in this time, not one each. */
const unknownKeyPauseMs = 10_000;
/** When keys cannot be loaded: the known ones serve on, and others are asked for again sooner. */
const failedRefreshPauseMs = 60_000;
const failedLoadPauseMs = 1_000;

/** Finds a project's public key by its ID: `undefined` in `data` when the project has no such key. */
export type FindKey = (keyId: string) => Promise<Result<PublicKey | undefined>>;

export function createKeySet(call: Call, projectId: string): FindKey {
  let keys = new Map<string, PublicKey>();
  let refreshAt = 0;
  let askAgainAt = 0;
  let lastLoad: Result<undefined> = { ok: true, code: 200, data: undefined };
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const path = `/v2/keys/${encodeURIComponent(projectId)}`;
    const answer = await call<Jwk[]>({ method: 'GET', path, returns: 'keys' });
    const imported = answer.ok ? await importKeys(answer.data) : answer;
    if (imported.ok) keys = imported.data;
    refreshAt = now() + (imported.ok ? freshMs : failedRefreshPauseMs);
    askAgainAt = now() + (imported.ok ? unknownKeyPauseMs : failedLoadPauseMs);
    lastLoad = imported.ok ? { ...imported, data: undefined } : imported;
  }

  return async (keyId) => {
    const due = keys.has(keyId) ? refreshAt : askAgainAt;
    if (now() >= due) {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      await loading;
    }
    const key = keys.get(keyId);
    return key || lastLoad.ok ? { ok: true, code: 200, data: key } : lastLoad;
  };
}

async function importKeys(jwks: Jwk[]): Promise<Result<Map<string, PublicKey>>> {
  const subtle = await subtleCrypto();
  if (!subtle) return noAnswer('unsupported', 'Browsers check signatures only on pages that came over https');
  if (!Array.isArray(jwks)) return noAnswer('unreadable', 'The key set is not a list');
  const keys = new Map<string, PublicKey>();
  for (const jwk of jwks) {
    const key = await importKey(subtle, jwk);
    if (key) keys.set(jwk.kid, key);
  }
  return { ok: true, code: 200, data: keys };
}

/** A key of a kind that is not known here is none: RFC 7517 §5 wants it ignored. */
async function importKey(subtle: Subtle, jwk: Jwk): Promise<PublicKey | undefined> {
  const { kid, kty, alg, use, n, e, crv, x, y } = jwk ?? {};
  const isUsable = (alg === 'RS256' && kty === 'RSA') || (alg === 'ES256' && kty === 'EC' && crv === 'P-256');
  if (!kid || !isUsable || (use !== undefined && use !== 'sig')) return undefined;
  const numbers = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y };
  try {
    return {
      algorithm: alg,
      key: await subtle.importKey('jwk', numbers, algorithms[alg], false, ['verify']),
    };
  } catch {
    return undefined;
  }
}

/** Verifies a JWS signature (RFC 7515 §5.2). */
export async function hasSignature(
  { algorithm, key }: PublicKey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const subtle = await subtleCrypto();
  if (!subtle) return false;
  return subtle.verify(algorithms[algorithm], key, signature, signed);
}

/** Missing on pages that came over plain http. */
async function subtleCrypto(): Promise<Subtle | undefined> {
  if (globalThis.crypto) return globalThis.crypto.subtle;
  // Node 18 has it as a module only. The name is no literal, so that bundlers for browsers leave it alone.
  const name = 'node:crypto';
  const { webcrypto } = (await import(/* @vite-ignore */ name)) as { webcrypto: { subtle: Subtle } };
  return webcrypto.subtle;
}
