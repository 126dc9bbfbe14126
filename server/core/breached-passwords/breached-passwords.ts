import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { OutboundFetch } from '../outbound.ts';
import { openHashFile } from './hash-file.ts';
import { createHashRange } from './hash-range.ts';
import type { BreachSource } from './source.ts';

/** Looks up passwords that data breaches have made known. */
export interface BreachedPasswords {
  /** Throws if the source cannot answer. */
  includes(password: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the source. Throws a ConfigError for a file that is not a sorted list of hashes. */
export async function openBreachedPasswords(
  source: BreachSource | undefined,
  { fetch, now }: { fetch: OutboundFetch; now: Clock },
): Promise<BreachedPasswords | undefined> {
  if (!source) return undefined;
  const hashes =
    'file' in source ? await openHashFile(source.file) : createHashRange(source.url, { fetch, now });
  return {
    // The lists have the hashes of passwords as they were typed.
    includes: (password) =>
      hashes.has(createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()),
    close: () => hashes.close(),
  };
}
