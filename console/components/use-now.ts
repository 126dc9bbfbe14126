import { useSyncExternalStore } from 'react';
import { now } from '../clock.ts';

const tickMs = 30_000;

const listeners = new Set<() => void>();
let current = now();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the time, and renders again as it passes. All callers share one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) {
    timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

function read(): number {
  // Nothing has kept the time up to date.
  if (!timer && now() - current >= tickMs) current = now();
  return current;
}

/** Browsers slow the timers of hidden pages down, so the time also passes when the page is shown again. */
function tick(): void {
  if (document.hidden) return;
  current = now();
  for (const listener of listeners) listener();
}
