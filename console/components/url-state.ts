import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The state of a view as it appears in the address: numbers, strings, booleans and lists of strings. */
export type UrlState = Record<string, string | number | boolean | string[]>;

type Change<T> = (changes: Partial<T>, options?: { replace?: boolean }) => void;

/**
 * Keeps the state of a view in the address, so that the view can be linked to and the back button works. Values equal
 * to `defaults`, which must be a constant, are left out. `change` adds a history entry; pass `replace` while the user
 * is typing.
 */
export function useUrlState<T extends UrlState>(defaults: T): [T, Change<T>] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => readUrlState(search, defaults), [search, defaults]);
  const change = useCallback<Change<T>>(
    (changes, { replace = false } = {}) => {
      const next = { ...state, ...changes } as T;
      const query = writeUrlState(withoutDefaults(next, defaults));
      navigate(query ? `${path}?${query}` : path, { replace });
    },
    [state, defaults, path, navigate],
  );
  return [state, change];
}

/**
 * Reads the state from the query. Users can type anything into the address, so a value of the wrong type falls back to
 * the default.
 */
export function readUrlState<T extends UrlState>(search: string, defaults: T): T {
  const query = new URLSearchParams(search);
  const entries = Object.entries(defaults).map(([name, otherwise]) => {
    const texts = query.getAll(name);
    return [name, texts.length === 0 ? otherwise : readLike(otherwise, texts)];
  });
  return Object.fromEntries(entries) as T;
}

function readLike(otherwise: UrlState[string], texts: string[]): UrlState[string] {
  const [text = ''] = texts;
  if (Array.isArray(otherwise)) return texts;
  if (typeof otherwise === 'number') return Number.isFinite(Number(text)) ? Number(text) : otherwise;
  if (typeof otherwise === 'boolean') return text === 'true';
  return text;
}

export function writeUrlState(state: UrlState): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    for (const item of [value].flat()) query.append(name, String(item));
  }
  return query.toString();
}

/** Returns only the values that differ from the defaults. */
export function withoutDefaults<T extends UrlState>(state: T, defaults: T): UrlState {
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => !isSame(value, defaults[name])));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
