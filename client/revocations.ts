import type { Call } from './call.ts';
import { now } from './clock.ts';
import type { Failure } from './result.ts';

export interface Watch {
  /** Resolves when the client has loaded the sessions that have ended so far. */
  ready: Promise<void>;
  stop(): void;
}

export interface Revocations {
  watch(onFailure?: (error: Failure) => void): Watch;
  /** Reports whether a session is known to have ended. Always false without a subscription. */
  hasEnded(sessionId: string): Promise<boolean>;
}

interface Answer {
  sessions: string[];
  next: string;
  hasMore: boolean;
}

/** Less than the 25 seconds that the service allows. */
const longestWaitSeconds = 20;
/** Sessions that end together then arrive together. */
const pauseMs = 200;
const pauseAfterFailureMs = 1_000;
/** No session JWT lives longer. */
const keptMs = 24 * 60 * 60_000;

/** Follows `GET /v1/auth/revocations`, which says which sessions have ended. */
export function createRevocations(call: Call, timeoutMs: number): Revocations {
  /** By hash of the session's ID, the oldest first: when the client heard of it. */
  const ended = new Map<string, number>();
  let after: string | undefined;
  const wait = Math.max(0, Math.min(longestWaitSeconds, Math.floor(timeoutMs / 1_000) - 5));

  function remember(hashes: string[]): void {
    for (const hash of hashes) if (!ended.has(hash)) ended.set(hash, now());
    for (const [hash, since] of ended) {
      if (since > now() - keptMs) break;
      ended.delete(hash);
    }
  }

  async function follow(
    signal: AbortSignal,
    onReady: () => void,
    onFailure: ((error: Failure) => void) | undefined,
  ): Promise<void> {
    while (!signal.aborted) {
      const answer = await call<Answer>({
        method: 'GET',
        path: '/v1/auth/revocations',
        input: after === undefined ? {} : { after, wait },
        signal,
      });
      if (signal.aborted) return;
      if (answer.ok) {
        remember(answer.data.sessions);
        after = answer.data.next;
        if (answer.data.hasMore) continue;
        onReady();
      } else onFailure?.(answer.error);
      await pause(answer.ok ? pauseMs : pauseAfterFailureMs, signal);
    }
  }

  return {
    watch(onFailure) {
      const stopping = new AbortController();
      let onReady = () => {};
      const ready = new Promise<void>((resolve) => {
        onReady = resolve;
      });
      void follow(stopping.signal, onReady, onFailure);
      return { ready, stop: () => stopping.abort() };
    },
    async hasEnded(sessionId) {
      return ended.size > 0 && ended.has(await hashOf(sessionId));
    },
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

/** The first 22 characters of the SHA-256 in base64url. */
async function hashOf(sessionId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionId));
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);
}
