import { useEffect, useSyncExternalStore } from 'react';

type Navigate = (to: string, options?: object) => void;

/** The forms with unsaved changes, one object each. */
const unsaved = new Set<object>();
/** The address of the page with the unsaved form. */
let place = '';
/** The navigation to resume once the user confirms that they want to leave. */
let waiting: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Wraps every navigation: asks for confirmation while there are unsaved changes. */
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
 * Handles the back button before the router does. Window listeners run in the order in which they were added, and this
 * one is added when the module loads.
 */
addEventListener('popstate', (event) => {
  if (unsaved.size === 0) return;
  event.stopImmediatePropagation();
  // The address has already changed, so it is restored before the user sees the new one.
  history.pushState(null, '', place);
  ask(() => history.back());
});

/** Asks for confirmation before the user leaves the page, as long as `isDirty` is true. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (isDirty) return trackUnsaved();
  }, [isDirty]);
}

/** Registers a form with unsaved changes. Returns a function that removes it. */
export function trackUnsaved(): () => void {
  const form = {};
  const beforeUnload = (event: BeforeUnloadEvent) => unsaved.has(form) && event.preventDefault();
  place = location.href;
  unsaved.add(form);
  addEventListener('beforeunload', beforeUnload);
  return () => {
    unsaved.delete(form);
    removeEventListener('beforeunload', beforeUnload);
  };
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Returns the pending navigation, if any, and the two answers to the confirmation. */
export function useLeaving(): { go: (() => void) | undefined; stay(): void; leave(): void } {
  return { go: useSyncExternalStore(subscribe, pendingNavigation), stay, leave };
}

export function pendingNavigation(): (() => void) | undefined {
  return waiting;
}

/** Cancels the pending navigation. */
export function stay(): void {
  ask(undefined);
}

/** Discards all unsaved changes and resumes the pending navigation. */
export function leave(): void {
  const go = waiting;
  unsaved.clear();
  ask(undefined);
  go?.();
}
