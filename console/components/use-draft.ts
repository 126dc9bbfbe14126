import { useCallback, useMemo, useState } from 'react';

/** Settings that are being edited. */
export interface Draft<V extends object> {
  /** The stored values with the edits applied. */
  values: V;
  /** Only the fields that differ from the stored values. */
  changes: Partial<V>;
  /** The stored values of the changed fields, for undo. */
  before: Partial<V>;
  isDirty: boolean;
  change(changes: Partial<V>): void;
  discard(): void;
}

/**
 * Keeps edits separate from the stored values, so that saving does not undo another administrator's change of a
 * different field.
 */
export function useDraft<V extends object>(stored: V): Draft<V> {
  const [typed, setTyped] = useState<Partial<V>>({});
  const change = useCallback((changes: Partial<V>) => setTyped((before) => ({ ...before, ...changes })), []);
  const discard = useCallback(() => setTyped({}), []);
  return useMemo(() => ({ ...compare(stored, typed), change, discard }), [stored, typed, change, discard]);
}

/** Compares the edits with the stored values. An edit that restores a stored value is not a change. */
export function compare<V extends object>(
  stored: V,
  typed: Partial<V>,
): Omit<Draft<V>, 'change' | 'discard'> {
  const names = (Object.keys(typed) as (keyof V)[]).filter(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(stored[name]),
  );
  return {
    values: { ...stored, ...typed },
    changes: pick(typed, names),
    before: pick(stored, names),
    isDirty: names.length > 0,
  };
}

function pick<V extends object>(values: Partial<V>, names: (keyof V)[]): Partial<V> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>;
}
