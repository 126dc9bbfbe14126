import { Paper, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { SaveBar } from './save-bar.tsx';
import { useUnsaved } from './unsaved.ts';
import type { Draft } from './use-draft.ts';

interface DraftFormProps<V extends object> {
  /** Names the form for screen readers. */
  label: string;
  draft: Draft<V>;
  mayChange: boolean;
  save: { mutateAsync(draft: Draft<V>): Promise<unknown>; isPending: boolean; error: unknown; reset(): void };
  /** The sections. */
  children: ReactNode;
}

/** A long form of sections with one save bar. Only the changed fields are saved. */
export function DraftForm<V extends object>({ label, draft, mayChange, save, children }: DraftFormProps<V>) {
  const { roleTooSmall } = useMessages(sharedMessages);
  useUnsaved(draft.isDirty);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) return wrong.focus();
    if (!draft.isDirty) return;
    // `save.error` is shown below.
    await save.mutateAsync(draft).then(draft.discard, () => {});
  };
  const discard = () => {
    draft.discard();
    save.reset();
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={label} noValidate>
      <Paper withBorder>
        <fieldset disabled={!mayChange || save.isPending} aria-label={label} className="fields">
          {children}
        </fieldset>
        {!mayChange && (
          <div className="form-section">
            <Text size="sm" c="dimmed">
              {roleTooSmall}
            </Text>
          </div>
        )}
        <SaveBar isDirty={draft.isDirty} isBusy={save.isPending} error={save.error} onDiscard={discard} />
      </Paper>
    </form>
  );
}
