import { useEffect, useRef } from 'react';
import { Conflict, merge } from './merge.ts';

/**
 * Returns a function that adds what another administrator has saved since the dialog was opened to what it saves. Fields
 * that both changed are a Conflict; saving again then replaces the other version of exactly these fields. `stored` is
 * what the dialog starts with.
 */
export function useMergeSince<V extends object>(opened: boolean, stored: V): (yours: V, theirs: V) => V {
  const known = useRef(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as in `useDialogForm`, the input is compared with what it started from
  useEffect(() => {
    known.current = stored;
  }, [opened]);
  return (yours, theirs) => {
    try {
      return merge(known.current, yours, theirs);
    } catch (error) {
      if (error instanceof Conflict) {
        error.canSaveAgain = true;
        known.current = acknowledge(known.current, error);
      }
      throw error;
    }
  };
}

/** Returns `known` with the other version of the fields in conflict. */
export function acknowledge<V extends object>(known: V, { differences }: Conflict): V {
  const next = structuredClone(known);
  for (const { name, theirs } of differences) {
    const path = name.split('.');
    const last = path.pop() as string;
    let place = next as Record<string, unknown>;
    for (const field of path) place = place[field] as Record<string, unknown>;
    place[last] = theirs;
  }
  return next;
}
