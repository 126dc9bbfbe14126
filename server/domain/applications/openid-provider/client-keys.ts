import type { ProjectContext } from '../../../core/context.ts';
import { OutboundError } from '../../../core/outbound.ts';
import { isSecret, type Jwk } from '../../../protocols/keys/public-key.ts';
import { usableKeys } from '../../../protocols/oauth/public-keys.ts';

interface Loaded {
  keys: Jwk[];
  /** Why there are none. Remembered, too, so that a client's failing server is not asked for every request. */
  failure?: OutboundError;
  loadedAt: number;
}

/** The client's keys are loaded at least this often: a key that it has withdrawn counts no longer than that. */
const longestSeconds = 300;

/** Anybody can send an unknown key ID, so keys are not loaded more often than this because of one, or after a failure. */
const shortestSeconds = 30;

/** Each key can cost a verification. */
const maxKeys = 50;

/**
 * Loads the keys that a client publishes, through the guard of all outgoing requests, which follows no redirect. `again`: the known ones are
 * not enough. Throws an OutboundError.
 */
export async function loadClientKeys(
  ctx: ProjectContext,
  url: string,
  { again = false } = {},
): Promise<Jwk[]> {
  const { cache, project } = ctx;
  const name = `client-keys:${project.id}:${url}`;
  const known = await cache.get(name, longestSeconds, () => fetchKeys(ctx, url));
  const mayHaveRecovered = known.failure && known.loadedAt + shortestSeconds * 1000 <= ctx.now();
  const loaded =
    again || mayHaveRecovered
      ? await cache.get(`${name} again`, shortestSeconds, async () => {
          const fresh = await fetchKeys(ctx, url);
          // Keys that are known count until their time is up, so an unknown key ID cannot shut the client out.
          if (fresh.failure && !known.failure) return known;
          cache.forget(name);
          return cache.get(name, longestSeconds, async () => fresh);
        })
      : known;
  if (loaded.failure) throw loaded.failure;
  return loaded.keys;
}

async function fetchKeys({ fetch, now }: ProjectContext, url: string): Promise<Loaded> {
  const loadedAt = now();
  try {
    const { status, body } = await fetch(url, {
      headers: { accept: 'application/json' },
      maxBytes: 64 * 1024,
    });
    if (status !== 200) throw new OutboundError(`${new URL(url).host} responded with status ${status}`);
    return { keys: readKeys(body), loadedAt };
  } catch (failure) {
    if (failure instanceof OutboundError) return { keys: [], failure, loadedAt };
    throw failure;
  }
}

/** Keys for other purposes are left out. A set with a private key is refused: everyone can read it. */
function readKeys(body: Buffer): Jwk[] {
  const keys = parse(body);
  if (keys.length > maxKeys) throw new OutboundError(`the set has more than ${maxKeys} keys`);
  if (keys.some(isSecret)) throw new OutboundError('the set contains a private key');
  return usableKeys(keys);
}

function parse(body: Buffer): Jwk[] {
  try {
    const { keys } = JSON.parse(body.toString('utf8')) as { keys?: unknown };
    const isSet = Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null);
    if (isSet) return keys;
  } catch {
    // Reported by the next line.
  }
  throw new OutboundError('the response is not a JSON Web Key Set');
}
