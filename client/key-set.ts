import type { Call } from './call.ts';
import { now } from './clock.ts';
import { noAnswer, type Result } from './result.ts';

type Subtle = typeof globalThis.crypto.subtle;
type ImportedKey = Awaited<ReturnType<Subtle['importKey']>>;

export interface PublicKey {
  algorithm: 'RS256' | 'ES256';
  key: ImportedKey;
}

/** The fields that a key needs to be usable here (RFC 7517 §4, RFC 7518 §6). */
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

/** Limits how long a withdrawn key is still trusted. */
const freshMs = 60 * 60_000;
/** Limits requests for unknown key IDs, so that made-up IDs cannot cause a request each. */
const unknownKeyPauseMs = 10_000;
/** When loading fails, the known keys stay in use and the next attempt comes sooner. */
const failedRefreshPauseMs = 60_000;
const failedLoadPauseMs = 1_000;

/** Finds a project's public key by its ID. `data` is undefined if the project does not have the key. */
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
  if (!subtle) return noAnswer('unsupported', 'Browsers verify signatures only on pages loaded over https');
  if (!Array.isArray(jwks)) return noAnswer('unreadable', 'The key set is not a list');
  const keys = new Map<string, PublicKey>();
  for (const jwk of jwks) {
    const key = await importKey(subtle, jwk);
    if (key) keys.set(jwk.kid, key);
  }
  return { ok: true, code: 200, data: keys };
}

/** Returns undefined for unknown key types, which RFC 7517 §5 says to ignore. */
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

/** Missing on pages loaded over plain http. */
async function subtleCrypto(): Promise<Subtle | undefined> {
  if (globalThis.crypto) return globalThis.crypto.subtle;
  // Node 18 offers it only as a module. The name is not a literal, so that browser bundlers ignore the import.
  const name = 'node:crypto';
  const { webcrypto } = (await import(/* @vite-ignore */ name)) as { webcrypto: { subtle: Subtle } };
  return webcrypto.subtle;
}
