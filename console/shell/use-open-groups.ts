import { useCallback, useState } from 'react';
import { readPreference, writePreference } from '../components/preferences.ts';

const storageKey = 'navigation.closed';
/** With these closed, the whole navigation fits a laptop. */
const initiallyClosed = ['messages', 'developers'];

/** Keeps which groups of the navigation are open, in this browser. */
export function useOpenGroups() {
  const [closed, setClosed] = useState(() => readPreference<string[]>(storageKey, initiallyClosed));
  const set = useCallback((change: (closed: string[]) => string[]) => {
    setClosed((before) => {
      const next = change(before);
      if (next !== before) writePreference(storageKey, next);
      return next;
    });
  }, []);
  const open = useCallback(
    (name: string) =>
      set((closed) => (closed.includes(name) ? closed.filter((one) => one !== name) : closed)),
    [set],
  );
  const toggle = (name: string) =>
    set((closed) => (closed.includes(name) ? closed.filter((one) => one !== name) : [...closed, name]));
  return { isOpen: (name: string) => !closed.includes(name), open, toggle };
}
