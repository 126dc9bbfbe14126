import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { formWords } from '../words/forms.ts';
import { useWords } from '../words/language.tsx';

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

/** The question, wherever it comes from. */
export function UnsavedQuestion() {
  const words = useWords(formWords);
  const go = useSyncExternalStore(subscribe, () => waiting);
  const stay = () => ask(undefined);
  const leave = () => {
    unsaved.clear();
    ask(undefined);
    go?.();
  };
  return (
    <Modal opened={go !== undefined} onClose={stay} title={words.leaveTitle}>
      <Stack>
        <Text size="sm">{words.leaveLead}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            {words.stay}
          </Button>
          <Button color="red" onClick={leave}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
