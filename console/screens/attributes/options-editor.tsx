import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CustomAttribute } from '../../../client/client.ts';
import { FieldGroup } from '../../components/field-group.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { attributeMessages } from './messages.ts';

type Options = CustomAttribute['options'];

interface OptionsEditorProps {
  options: Options;
  onChange(options: Options): void;
  error: ReactNode;
  /** True if users may already have these values. */
  hasUsers: boolean;
}

/** Edits the options: each has a value for the API and a label for display. */
export function OptionsEditor({ options, onChange, error, hasUsers }: OptionsEditorProps) {
  const messages = useMessages(attributeMessages);
  const set = (index: number, change: Partial<Options[number]>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...change } : option)));
  return (
    <FieldGroup title={messages.options} lead={hasUsers && messages.optionsLead}>
      <Stack gap="xs">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies an option while the text changes
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={messages.optionValue(index + 1)}
              placeholder={messages.value}
              value={option.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              aria-label={messages.optionLabel(index + 1)}
              placeholder={messages.label}
              value={option.label}
              onChange={(event) => set(index, { label: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={messages.removeOption(index + 1)}
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
            {messages.addOption}
          </Button>
        </Group>
      </Stack>
    </FieldGroup>
  );
}
