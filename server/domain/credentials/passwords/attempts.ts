const firstWaitMs = 1_000;

export interface WaitRules {
  /** Wrong passwords in a row before the first wait. */
  freeAttempts: number;
  longestMs: number;
}

export const defaultWaits: WaitRules = { freeAttempts: 5, longestMs: 30 * 60 * 1_000 };

/** The time without attempts after which counting starts again. */
export const rememberedMs = 24 * 60 * 60 * 1_000;

/**
 * Returns the waits after the last free attempt and each following one: one second, then twice as long each time, up to the
 * longest. They grow slowly because anyone who knows a login ID can send wrong passwords: a few of them must not keep the
 * owner out.
 */
export function growingWaitsMs({ longestMs }: WaitRules): number[] {
  const waits: number[] = [];
  for (let wait = firstWaitMs; wait < longestMs; wait *= 2) waits.push(wait);
  return [...waits, longestMs];
}
