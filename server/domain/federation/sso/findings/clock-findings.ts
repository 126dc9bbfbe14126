import type { Finding } from './finding.ts';

/** A person passes the provider's pages in this time, after the answer was made. */
const usualSeconds = 30;

/** Compares clocks by the time at which an answer says it was made. `differenceMs` is negative if that was before it came. */
export function clockFinding(differenceMs: number): Finding {
  const seconds = Math.round(differenceMs / 1000);
  const values = { seconds: String(Math.abs(seconds)) };
  if (seconds > 5) return { code: 'clockAhead', values };
  return { code: seconds < -usualSeconds ? 'clockBehind' : 'clock', values };
}
