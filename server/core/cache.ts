import type { Clock } from './clock.ts';

/**
 * Caches rarely changing values (a project, its signing keys) for a few seconds in this process. Other
 * instances see a change when their own copy expires, so `lifetimeSeconds` is the longest delay.
 */
export interface Cache {
  /**
   * Shares one load among concurrent callers for a key. Does not cache failures and missing values: requests
   * for unknown keys must not evict known ones.
   */
  get<T>(key: string, lifetimeSeconds: number, load: () => Promise<T>): Promise<T>;
  /** Returns the last value that was loaded, however old: for answers while it cannot be loaded again. */
  lastKnown<T>(key: string): T | undefined;
  forget(key: string): void;
}

/** On answers that come from memory because the database cannot be reached. */
export const staleHeader = { 'latchkey-stale': 'true' };

const maxEntries = 10_000;

export function createCache(now: Clock): Cache {
  const entries = new Map<
    string,
    { value: Promise<unknown>; lastKnown: unknown; loadedAt: number; expiresAt: number }
  >();
  return {
    get<T>(key: string, lifetimeSeconds: number, load: () => Promise<T>): Promise<T> {
      const known = entries.get(key);
      const loadedAt = now();
      // A clock that was set back must not keep a value alive for longer.
      if (known && known.expiresAt > loadedAt && known.loadedAt <= loadedAt) return known.value as Promise<T>;
      // A Map keeps insertion order, so the first key is the oldest.
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value as string);
      const value = load();
      const lastKnown = known?.lastKnown;
      const entry = { value, lastKnown, loadedAt, expiresAt: loadedAt + lifetimeSeconds * 1000 };
      entries.delete(key);
      entries.set(key, entry);
      const drop = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      value.then(
        (found) => {
          entry.lastKnown = found;
          if (found === undefined) drop();
        },
        () => {
          entry.expiresAt = 0;
          if (entry.lastKnown === undefined) drop();
        },
      );
      return value;
    },
    lastKnown: <T>(key: string) => entries.get(key)?.lastKnown as T | undefined,
    forget(key) {
      entries.delete(key);
    },
  };
}
