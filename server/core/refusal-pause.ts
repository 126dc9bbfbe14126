import { setTimeout as sleep } from 'node:timers/promises';

/** The refusals of a second that are answered at once. */
const atOncePerSecond = 20;
const pauseMs = 1_000;
/** Each keeps its request in memory, some ten kilobytes. */
const heldAtMost = 1_000;

let second = 0;
let answered = 0;
let held = 0;

/**
 * Waits for a second before a caller learns that there are too many requests, unless few have been refused so far in this second. Clients
 * that try again at once would otherwise keep the server busy with refusals, while others wait.
 */
export async function pauseBeforeRefusal(): Promise<void> {
  const now = Math.floor(performance.now() / 1_000);
  if (now !== second) {
    second = now;
    answered = 0;
  }
  answered += 1;
  if (answered <= atOncePerSecond || held >= heldAtMost) return;
  held += 1;
  await sleep(pauseMs);
  held -= 1;
}
