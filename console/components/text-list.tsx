import { ActionIcon, Button, Code, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { formMessages } from '../i18n/form-messages.ts';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

interface TextListProps {
  label: string;
  /** Hides the label visually where a heading already shows it. */
  isLabelHidden?: boolean;
  description?: ReactNode;
  placeholder?: string;
  values: string[];
  onChange(values: string[]): void;
  /** Returns an error message for an invalid entry. */
  problemOf?(entry: string): string | undefined;
  max?: number;
}

/** Edits a list of strings such as URLs, one per line. Each entry is validated before it is added. */
export function TextList(props: TextListProps) {
  const {
    label,
    isLabelHidden = false,
    description,
    placeholder,
    values,
    onChange,
    problemOf,
    max = 1_000,
  } = props;
  const messages = useMessages(formMessages);
  const { add } = useMessages(sharedMessages);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const take = (entries: string[]) => {
    const wrong = entries.map((entry) => problemOf?.(entry)).find(Boolean);
    const isKnown = entries.some((entry) => values.includes(entry));
    const all = [...new Set([...values, ...entries])];
    const found =
      wrong ?? (isKnown ? messages.alreadyThere : all.length > max ? messages.atMost(max) : undefined);
    setProblem(found);
    if (found) return;
    setText('');
    onChange(all);
  };
  const addTyped = () => take([text.trim()].filter(Boolean));
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData.getData('text').split(/\s+/).filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    take([...new Set(lines)]);
  };
  return (
    <Stack gap="xs">
      {!isLabelHidden && (
        <div>
          <Input.Label component="div">{label}</Input.Label>
          {description && <Input.Description component="div">{description}</Input.Description>}
        </div>
      )}
      {values.length === 0 ? (
        <Text size="sm" c="dimmed">
          {messages.emptyList}
        </Text>
      ) : (
        <ul aria-label={label} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {values.map((entry) => (
            <li key={entry}>
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={messages.removeEntry(entry)}
                  onClick={() => onChange(values.filter((one) => one !== entry))}
                >
                  <X size={14} aria-hidden />
                </ActionIcon>
                <Code style={{ overflowWrap: 'anywhere' }}>{entry}</Code>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs" align="flex-start" wrap="nowrap" maw={560}>
        <TextInput
          flex={1}
          aria-label={messages.newEntry(label)}
          {...(placeholder && { placeholder })}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
          onPaste={paste}
          onBlur={() => text.trim() && !problem && setProblem(messages.notAdded)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !text.trim()) return;
            event.preventDefault();
            addTyped();
          }}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={addTyped}>
          {add}
        </Button>
      </Group>
    </Stack>
  );
}
