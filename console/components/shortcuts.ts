import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from './preferences.ts';

// Keys without Ctrl, such as `j` and `g u`, and the dialog that lists them.

const lettersKey = 'single-key-shortcuts';
const listeners = new Set<() => void>();
let isShown = false;

/** Reports whether single keys have a meaning. Viewers can turn them off, because speech input presses them (WCAG 2.2, 2.1.4). */
export function usesLetters(): boolean {
  return readPreference(lettersKey, true);
}

export function setUsesLetters(uses: boolean): void {
  writePreference(lettersKey, uses);
}

/** Shows or hides the list of shortcuts, which is part of the frame around the screens. */
export function showShortcuts(shows = true): void {
  isShown = shows;
  for (const listener of listeners) listener();
}

export function useShortcutsShown(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isShown,
  );
}

/** Reports whether a key belongs to a field, a list of options or an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [role=combobox]') !== null ||
    document.querySelector('[role=dialog], [role=menu]') !== null
  );
}
