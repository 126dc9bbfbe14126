import { useSyncExternalStore } from 'react';
import { now } from '../clock.ts';

/** An API call, as a program would make it. */
export interface RecordedCall {
  id: number;
  /** The path of the screen that made the call. */
  path: string;
  /** The method's name, such as `management.user.searchAll`. */
  name: string;
  arguments: unknown[];
  method: string;
  url: string;
  body: unknown;
  at: number;
  /** The HTTP status. Undefined while the call is in progress, 0 if no response arrived. */
  status?: number;
  milliseconds?: number;
}

const maxCalls = 100;
/** Names of fields whose strings are never shown. Numbers and booleans are settings, such as a token lifetime. */
const secretName = /password|secret|token|code$|cleartext|privatekey|authorization|headers/i;
/** Settings whose names look like secrets. */
const harmlessName = /^(tokenUrl|tokenDelivery|passwordResetMethod|passwordStrengthScore)$/;
const hidden = '•••';

let calls: readonly RecordedCall[] = [];
let count = 0;
let current: { name: string; arguments: unknown[] } | undefined;
const listeners = new Set<() => void>();

/**
 * Returns the calls of the open screen, newest first, including those of an earlier visit because cached data is not
 * fetched again.
 */
export function useRecordedCalls(): readonly RecordedCall[] {
  return useSyncExternalStore(subscribe, recordedCalls).filter(({ path }) => path === location.pathname);
}

/** Returns the calls of all screens, newest first. */
export function recordedCalls(): readonly RecordedCall[] {
  return calls;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: readonly RecordedCall[]): void {
  calls = next;
  for (const listener of listeners) listener();
}

function change(id: number, facts: Partial<RecordedCall>): void {
  publish(calls.map((call) => (call.id === id ? { ...call, ...facts } : call)));
}

/** Wraps the client and remembers which method is called, so that its request is recorded under the method's name. */
export function recorded<T extends object>(client: T, path = ''): T {
  return new Proxy(client, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown;
      if (typeof key === 'symbol') return value;
      const name = path ? `${path}.${key}` : key;
      if (typeof value === 'function') {
        return (...given: unknown[]) => {
          current = { name, arguments: given };
          try {
            return (value as (...given: unknown[]) => unknown).apply(target, given);
          } finally {
            current = undefined;
          }
        };
      }
      return typeof value === 'object' && value !== null ? recorded(value, name) : value;
    },
  });
}

/** Replaces `fetch`: sends the request and records it without its secrets. */
export async function recordingFetch(url: string, init: RequestInit): Promise<Response> {
  const call = current;
  // The console's own sign-in calls are not useful as examples.
  if (!call?.name.startsWith('management.')) return fetch(url, init);
  const id = ++count;
  const secrets: string[] = [];
  const body = typeof init.body === 'string' ? withoutSecrets(JSON.parse(init.body), secrets) : undefined;
  const given = call.arguments.map((value) => withoutSecrets(value, secrets));
  const started = performance.now();
  const { method = 'GET' } = init;
  const path = location.pathname;
  const entry = { id, path, name: call.name, arguments: given, method, url, body, at: now() };
  publish([entry, ...calls].slice(0, maxCalls));
  try {
    const response = await fetch(url, init);
    change(id, { status: response.status, milliseconds: performance.now() - started });
    return response;
  } catch (error) {
    change(id, { status: 0, milliseconds: performance.now() - started });
    throw error;
  }
}

/**
 * Replaces secrets. Adds those found under a telling name to `secrets`, so that they are also recognized where they
 * have no name.
 */
function withoutSecrets(value: unknown, secrets: string[]): unknown {
  if (typeof value === 'string') return secrets.includes(value) ? hidden : value;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    const isSecret = secretName.test(name) && !harmlessName.test(name);
    if (!isSecret || inner === '' || !['string', 'object'].includes(typeof inner) || inner === null) {
      return [name, withoutSecrets(inner, secrets)];
    }
    if (typeof inner === 'string') secrets.push(inner);
    else collectValues(inner, secrets);
    return [name, hidden];
  });
  return Object.fromEntries(entries);
}

/** Collects every `value` in a list of secrets (`inputSecrets`). */
function collectValues(inner: unknown, secrets: string[]): void {
  if (typeof inner !== 'object' || inner === null) return;
  for (const [name, value] of Object.entries(inner)) {
    if (name === 'value' && typeof value === 'string' && value !== '') secrets.push(value);
    else collectValues(value, secrets);
  }
}
