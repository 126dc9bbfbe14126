import { useEffect, useSyncExternalStore } from 'react';

type Navigate = (to: string, options?: object) => void;

/** Forms with changes that are not saved; one object each. */
const unsaved = new Set<object>();
/** Where they are. */
let place = '';
/** What goes on when somebody says that they want to leave. */
let waiting: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Around every change of the address: asks first when something is not saved. */
export function aroundNavigation(navigate: Navigate, to: string, options?: object): void {
  if (unsaved.size === 0) navigate(to, options);
  else ask(() => navigate(to, options));
}

function ask(go: (() => void) | undefined): void {
  waiting = go;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Going back is answered before the router hears of it: listeners of the window are called in the order in which they
 * came, and this one comes with the module.
 */
addEventListener('popstate', (event) => {
  if (unsaved.size === 0) return;
  event.stopImmediatePropagation();
  // The address has changed already: it is put back before anybody looks at it.
  history.pushState(null, '', place);
  ask(() => history.back());
});

/** As long as it is `true`, nobody leaves the page without being asked. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = {};
    const beforeUnload = (event: BeforeUnloadEvent) => unsaved.has(form) && event.preventDefault();
    place = location.href;
    unsaved.add(form);
    addEventListener('beforeunload', beforeUnload);
    return () => {
      unsaved.delete(form);
      removeEventListener('beforeunload', beforeUnload);
    };
  }, [isDirty]);
}

/** For the question: where somebody wants to go, if they do. */
export function useLeaving(): { go: (() => void) | undefined; stay(): void; leave(): void } {
  const go = useSyncExternalStore(subscribe, () => waiting);
  const stay = () => ask(undefined);
  const leave = () => {
    unsaved.clear();
    ask(undefined);
    go?.();
  };
  return { go, stay, leave };
}
