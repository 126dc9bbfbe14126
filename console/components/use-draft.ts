import { useCallback, useMemo, useState } from 'react';

/** Settings while somebody changes them. */
export interface Draft<V extends object> {
  /** As they are shown. */
  values: V;
  /** What differs from what is stored, and nothing else. */
  changes: Partial<V>;
  /** The same fields as they are stored, to go back to them. */
  before: Partial<V>;
  isDirty: boolean;
  change(changes: Partial<V>): void;
  discard(): void;
}

/** What is typed lies over what is stored, so that somebody else's change of another field is not undone by saving. */
export function useDraft<V extends object>(stored: V): Draft<V> {
  const [typed, setTyped] = useState<Partial<V>>({});
  const change = useCallback((changes: Partial<V>) => setTyped((before) => ({ ...before, ...changes })), []);
  const discard = useCallback(() => setTyped({}), []);
  return useMemo(() => {
    const names = (Object.keys(typed) as (keyof V)[]).filter(
      (name) => JSON.stringify(typed[name]) !== JSON.stringify(stored[name]),
    );
    return {
      values: { ...stored, ...typed },
      changes: pick(typed, names),
      before: pick(stored, names),
      isDirty: names.length > 0,
      change,
      discard,
    };
  }, [stored, typed, change, discard]);
}

function pick<V extends object>(values: Partial<V>, names: (keyof V)[]): Partial<V> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>;
}
