import type { Clock } from '../../../core/clock.ts';
import { perInstance } from '../../../core/per-instance.ts';

/**
 * Remembers which sessions this instance has seen alive or ended. It answers for them only while the database cannot;
 * a session that it does not know is not alive.
 */
export interface SeenSessions {
  /** Counts until `until`, unless the session has been seen ended. */
  sawAlive(id: string, until: number): void;
  /** Final, because session IDs are never used again. */
  sawEnded(id: string): void;
  isAlive(id: string): boolean;
}

export const seenSessions = perInstance(({ now }) => createSeenSessions(now));

/** About 5 MB when full. */
const maxSessions = 50_000;

export function createSeenSessions(now: Clock): SeenSessions {
  /** The end of the time for which a session counts as alive, 0 for an ended one; the latest at the end. */
  const seen = new Map<string, number>();

  function remember(id: string, until: number): void {
    seen.delete(id);
    if (seen.size === maxSessions) seen.delete(seen.keys().next().value as string);
    seen.set(id, until);
  }

  return {
    sawAlive(id, until) {
      if (seen.get(id) !== 0) remember(id, until);
    },
    sawEnded: (id) => remember(id, 0),
    isAlive: (id) => (seen.get(id) ?? 0) > now(),
  };
}
