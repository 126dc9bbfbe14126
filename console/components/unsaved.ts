import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

type Navigate = (to: string, options?: object) => void;

/** Identifies a form, or an action in progress. */
type Form = object;

/** The loss on leaving: input, or the rest of an action in progress. */
export type Loss = 'changes' | 'action';

/** The question whether to leave. */
export interface Question {
  loss: Loss;
  forms: Form[];
  /** Continues once the answer is yes. */
  go(): void;
}

/** The forms with unsaved changes. */
const unsaved = new Map<Form, Loss>();
/** The address of the page with the unsaved form. */
let place = '';
let waiting: Question | undefined;
const listeners = new Set<() => void>();

/** Wraps every navigation: asks for confirmation while there are unsaved changes. */
export function aroundNavigation(navigate: Navigate, to: string, options?: object): void {
  if (unsaved.size === 0) navigate(to, options);
  else ask(() => navigate(to, options), [...unsaved.keys()]);
}

function ask(go: () => void, forms: Form[]): void {
  const isAction = forms.some((form) => unsaved.get(form) === 'action');
  show({ loss: isAction ? 'action' : 'changes', forms, go });
}

function show(question: Question | undefined): void {
  waiting = question;
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
  ask(() => history.back(), [...unsaved.keys()]);
});

/**
 * Asks for confirmation before the user leaves the page, as long as `isDirty` is true. Returns a function that closes
 * the form itself, after the same confirmation.
 */
export function useUnsaved(isDirty: boolean, loss: Loss = 'changes'): (close: () => void) => void {
  const [form] = useState<Form>(() => ({}));
  useEffect(() => {
    if (isDirty) return trackUnsaved(form, loss);
  }, [form, isDirty, loss]);
  return useCallback((close) => closeForm(form, close), [form]);
}

/** Registers a form with unsaved changes. Returns a function that removes it. */
export function trackUnsaved(form: Form, loss: Loss = 'changes'): () => void {
  const beforeUnload = (event: BeforeUnloadEvent) => unsaved.has(form) && event.preventDefault();
  place = location.href;
  unsaved.set(form, loss);
  addEventListener('beforeunload', beforeUnload);
  return () => {
    unsaved.delete(form);
    removeEventListener('beforeunload', beforeUnload);
  };
}

/** Closes a form, after confirmation if it has unsaved changes. Those of other forms stay. */
export function closeForm(form: Form, close: () => void): void {
  if (unsaved.has(form)) ask(close, [form]);
  else close();
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Returns the open question, if there is one. */
export function useQuestion(): Question | undefined {
  return useSyncExternalStore(subscribe, pendingQuestion);
}

export function pendingQuestion(): Question | undefined {
  return waiting;
}

/** Answers that the user stays. */
export function stay(): void {
  show(undefined);
}

/** Discards the unsaved changes that the question is about, and continues. */
export function leave(): void {
  const question = waiting;
  for (const form of question?.forms ?? []) unsaved.delete(form);
  show(undefined);
  question?.go();
}
