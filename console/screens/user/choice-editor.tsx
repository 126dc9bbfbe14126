import { Button, Group, MultiSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';

interface ChoiceEditorProps {
  label: string;
  options: { value: string; label: string }[];
  /** The error if the options could not be loaded. */
  error?: unknown;
  /** The stored selection. */
  value: string[];
  disabled: boolean;
  isBusy: boolean;
  onSave(value: string[]): void;
}

/** A multi-select that saves when the selection is complete. */
export function ChoiceEditor({ label, options, error, value, disabled, isBusy, onSave }: ChoiceEditorProps) {
  const messages = useMessages(sharedMessages);
  const [chosen, setChosen] = useState(value);
  const saved = JSON.stringify(value);
  // Resets the selection after another administrator's change or an undo.
  useEffect(() => setChosen(JSON.parse(saved) as string[]), [saved]);
  const isChanged = JSON.stringify(chosen.toSorted()) !== JSON.stringify(value.toSorted());
  useUnsaved(isChanged && !isBusy);
  if (error) return <ErrorNotice error={error} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(chosen);
      }}
    >
      <Group align="flex-end" gap="sm">
        <MultiSelect
          aria-label={label}
          {...(chosen.length === 0 && { placeholder: messages.none })}
          data={options}
          value={chosen}
          onChange={setChosen}
          searchable
          limit={50}
          nothingFoundMessage={messages.nothingFound}
          disabled={disabled}
          style={{ flex: 1, minWidth: 220 }}
        />
        <Button type="submit" disabled={disabled || !isChanged} loading={isBusy}>
          {messages.save}
        </Button>
      </Group>
    </form>
  );
}
