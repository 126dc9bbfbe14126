import { Button, Group, MultiSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';

interface ChoiceEditorProps {
  label: string;
  options: { value: string; label: string }[];
  /** Why there are no options. */
  error?: unknown;
  /** What holds now. */
  value: string[];
  disabled: boolean;
  isBusy: boolean;
  onSave(value: string[]): void;
}

/** A choice of several that is saved when it is complete. */
export function ChoiceEditor({ label, options, error, value, disabled, isBusy, onSave }: ChoiceEditorProps) {
  const words = useWords(everywhere);
  const [chosen, setChosen] = useState(value);
  const saved = JSON.stringify(value);
  // Somebody else's change, and one that was taken back.
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
          {...(chosen.length === 0 && { placeholder: words.none })}
          data={options}
          value={chosen}
          onChange={setChosen}
          searchable
          limit={50}
          nothingFoundMessage={words.nothingFound}
          disabled={disabled}
          style={{ flex: 1, minWidth: 220 }}
        />
        <Button type="submit" disabled={disabled || !isChanged} loading={isBusy}>
          {words.save}
        </Button>
      </Group>
    </form>
  );
}
