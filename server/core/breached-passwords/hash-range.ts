import type { Clock } from '../clock.ts';
import type { OutboundFetch } from '../outbound.ts';
import type { HashSet } from './hash-set.ts';

/** The digits that the endpoint gets to know: about one in a million hashes has the same. */
const prefixLength = 5;

const timeoutMs = 1_000;

/** After a failure, the endpoint is not asked for this long, so that an outage does not hold up every new password. */
const pauseMs = 10_000;

/** Asks an endpoint for the rest of all hashes that begin with the same digits (k-anonymity). */
export function createHashRange(url: string, { fetch, now }: { fetch: OutboundFetch; now: Clock }): HashSet {
  let pausedUntil = 0;
  return {
    async has(hash) {
      if (now() < pausedUntil) throw new Error('the endpoint failed seconds ago');
      try {
        const rest = hash.slice(prefixLength);
        return (await listRests(fetch, url + hash.slice(0, prefixLength))).has(rest);
      } catch (error) {
        pausedUntil = now() + pauseMs;
        throw error;
      }
    },
    close: () => Promise.resolve(),
  };
}

async function listRests(fetch: OutboundFetch, url: string): Promise<Set<string>> {
  // The padding hides from an eavesdropper which answer it is, by its length.
  const { status, body } = await fetch(url, { headers: { 'add-padding': 'true' }, timeoutMs });
  if (status !== 200) throw new Error(`the endpoint responded with ${status}`);
  const lines = body.toString('latin1').trim().split(/\r?\n/);
  const found = lines.map((line) => /^([0-9A-F]{35}):(\d+)\s*$/i.exec(line));
  if (found.some((line) => line === null)) throw new Error('the endpoint did not return hashes');
  // Lines with the count 0 are padding.
  return new Set(found.flatMap((line) => (Number(line?.[2]) > 0 ? [line?.[1]?.toUpperCase() ?? ''] : [])));
}
