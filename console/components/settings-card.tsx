import { Card, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { FormError } from './form-error.tsx';
import { SaveRow } from './save-row.tsx';
import { useUnsaved } from './unsaved.ts';
import type { Draft } from './use-draft.ts';

interface SettingsCardProps<V extends object> {
  title: string;
  lead?: ReactNode;
  /** Read-only content, such as an ID. */
  facts?: ReactNode;
  draft: Draft<V>;
  /** True if a field is invalid. The field shows the reason. */
  hasProblem?: boolean;
  mayChange: boolean;
  save: { mutateAsync(draft: Draft<V>): Promise<unknown>; isPending: boolean; error: unknown; reset(): void };
  children: ReactNode;
}

/** A group of related settings that are saved together. */
export function SettingsCard<V extends object>(props: SettingsCardProps<V>) {
  const { title, lead, facts, draft, hasProblem = false, mayChange, save, children } = props;
  const { save: saveLabel } = useMessages(sharedMessages);
  const headingId = useId();
  useUnsaved(draft.isDirty);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (hasProblem || wrong) return wrong?.focus();
    if (!draft.isDirty) return;
    // `save.error` is shown below.
    await save.mutateAsync(draft).then(draft.discard, () => {});
  };
  const discard = () => {
    draft.discard();
    save.reset();
  };
  return (
    <Card withBorder component="section" aria-labelledby={headingId} p="lg" style={{ overflow: 'visible' }}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <div>
            <Title order={2} size="h4" id={headingId}>
              {title}
            </Title>
            {lead && (
              <Text size="sm" c="dimmed" mt={4} maw={720} component="div">
                {lead}
              </Text>
            )}
          </div>
          {facts}
          <fieldset disabled={!mayChange || save.isPending} aria-labelledby={headingId} className="fields">
            <Stack>{children}</Stack>
          </fieldset>
          <FormError error={save.error} action={saveLabel} canSaveAgain />
          <SaveRow
            mayChange={mayChange}
            isDirty={draft.isDirty}
            isPending={save.isPending}
            onDiscard={discard}
          />
        </Stack>
      </form>
    </Card>
  );
}
