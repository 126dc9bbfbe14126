import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { formWords } from '../words/forms.ts';
import { useWords } from '../words/language.tsx';

type Navigate = (to: string, options?: object) => void;

/** Forms with changes that are not saved; one object each. */
const unsaved = new Set<object>();
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

/** As long as it is `true`, nobody leaves the page without being asked. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = {};
    const { href } = location;
    const beforeUnload = (event: BeforeUnloadEvent) => unsaved.has(form) && event.preventDefault();
    const goesBack = (event: PopStateEvent) => {
      if (!unsaved.has(form)) return;
      // The address has changed already: it is put back before anybody looks at it.
      event.stopImmediatePropagation();
      history.pushState(null, '', href);
      ask(() => history.back());
    };
    unsaved.add(form);
    addEventListener('beforeunload', beforeUnload);
    addEventListener('popstate', goesBack, { capture: true });
    return () => {
      unsaved.delete(form);
      removeEventListener('beforeunload', beforeUnload);
      removeEventListener('popstate', goesBack, { capture: true });
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
