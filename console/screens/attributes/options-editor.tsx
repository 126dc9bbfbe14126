import { ActionIcon, Button, Fieldset, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CustomAttribute } from '../../../client/client.ts';
import { useWords } from '../../words/language.tsx';
import { attributeWords } from './words.ts';

type Options = CustomAttribute['options'];

interface OptionsEditorProps {
  options: Options;
  onChange(options: Options): void;
  error: ReactNode;
  /** Values exist already. */
  hasUsers: boolean;
}

/** What can be chosen: the value that the API has, and what people read. */
export function OptionsEditor({ options, onChange, error, hasUsers }: OptionsEditorProps) {
  const words = useWords(attributeWords);
  const set = (index: number, change: Partial<Options[number]>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...change } : option)));
  return (
    <Fieldset legend={words.options}>
      <Stack gap="xs">
        {hasUsers && (
          <Text size="sm" c="dimmed">
            {words.optionsLead}
          </Text>
        )}
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has nothing else that stays while it is typed
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={words.optionValue(index + 1)}
              placeholder={words.value}
              value={option.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              aria-label={words.optionLabel(index + 1)}
              placeholder={words.label}
              value={option.label}
              onChange={(event) => set(index, { label: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.removeOption(index + 1)}
              onClick={() => onChange(options.filter((_, at) => at !== index))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {error && <Input.Error role="alert">{error}</Input.Error>}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...options, { value: '', label: '' }])}
          >
            {words.addOption}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
