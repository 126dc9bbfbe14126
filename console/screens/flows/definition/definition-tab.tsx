import { Alert, Anchor, Card, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/failure.ts';
import { FormError } from '../../../components/form-error.tsx';
import { SaveRow } from '../../../components/save-row.tsx';
import { useUnsaved } from '../../../components/unsaved.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import type { FlowDocument } from '../flow-document.ts';
import { flowTabMessages } from '../tab-messages.ts';
import type { Flow } from '../use-flow.ts';
import { findMistake, findPlace, type Place } from './locate.ts';
import { useSaveDefinition } from './use-save-definition.ts';
import { writeJson } from './write-json.ts';

/** Edits the definition of a flow as text. The server checks it, and its message appears at the line that it is about. */
export function DefinitionTab({ flow }: { flow: Flow }) {
  const messages = useMessages(flowTabMessages);
  const { save: saveLabel } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<{ text: string; before: FlowDocument }>();
  const [mistake, setMistake] = useState<{ place: Place | undefined; message: string }>();
  const save = useSaveDefinition(flow.id, (theirs) => typed && setTyped({ ...typed, before: theirs }));
  const text = typed?.text ?? writeJson(flow.dsl);
  const isDirty = text !== writeJson(flow.dsl);
  useUnsaved(isDirty);
  const failed = save.error instanceof ApiError ? findPlace(text, save.error.message) : undefined;
  const place = mistake?.place ?? failed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each refusal
  useEffect(() => {
    if (failed) show(field.current, failed);
  }, [save.error]);

  const change = (text: string) => {
    setMistake(undefined);
    save.reset();
    setTyped({ text, before: typed?.before ?? flow.dsl });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findMistake(text);
    const message = found ? messages.notJson : /^\s*\{/.test(text) ? undefined : messages.mustBeObject;
    if (message) {
      setMistake({ place: found, message });
      show(field.current, found);
      return;
    }
    const before = typed?.before ?? flow.dsl;
    save.mutate({ before, dsl: JSON.parse(text) }, { onSuccess: () => setTyped(undefined) });
  };
  const reset = () => {
    setTyped(undefined);
    setMistake(undefined);
    save.reset();
  };
  const message = mistake?.message ?? (failed && save.error?.message);
  return (
    <Card withBorder component="section" aria-label={messages.definition}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed" maw={720}>
            {messages.definitionLead}
          </Text>
          <Textarea
            ref={field}
            aria-label={messages.definition}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
            readOnly={!mayChange}
            rows={26}
            spellCheck={false}
            autoCapitalize="none"
            wrap="off"
            styles={{ input: { fontFamily: 'var(--font-code)', fontSize: 'var(--text-xs)' } }}
            aria-invalid={message !== undefined}
            {...(message !== undefined && { 'aria-describedby': 'mistake-in-definition' })}
          />
          {message !== undefined && (
            <Alert id="mistake-in-definition" color="red" role="alert">
              {place && (
                <>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    fw={600}
                    c="inherit"
                    underline="always"
                    onClick={() => show(field.current, place)}
                  >
                    {messages.line(place.line)}
                  </Anchor>{' '}
                </>
              )}
              {message}
            </Alert>
          )}
          {message === undefined && <FormError error={save.error} action={saveLabel} canSaveAgain />}
          <SaveRow mayChange={mayChange} isDirty={isDirty} isPending={save.isPending} onDiscard={reset} />
        </Stack>
      </form>
    </Card>
  );
}

/** Selects a line, and scrolls it into view. */
function show(field: HTMLTextAreaElement | null, place: Place | undefined): void {
  if (!field || !place) return;
  field.focus();
  field.setSelectionRange(place.start, place.end);
  const lines = field.value.split('\n').length;
  field.scrollTop = (field.scrollHeight / lines) * place.line - field.clientHeight / 2;
}
