import { ActionIcon, Autocomplete, Button, Group, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useRead } from '../../../api/use-api.ts';
import { FieldGroup } from '../../../components/field-group.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { mappingMessages } from './mapping-messages.ts';

export interface Line {
  ours: string;
  theirs: string;
}

export function linesOf(map: Record<string, string>): Line[] {
  return Object.entries(map).map(([ours, theirs]) => ({ ours, theirs }));
}

export function mapOf(lines: Line[]): Record<string, string> {
  return Object.fromEntries(
    lines.map(({ ours, theirs }) => [ours.trim(), theirs.trim()]).filter(([ours, theirs]) => ours && theirs),
  );
}

/** Maps provider attributes to custom attributes. */
export function CustomMapping({ lines, onChange }: { lines: Line[]; onChange(lines: Line[]): void }) {
  const messages = useMessages(mappingMessages);
  const attributes = useRead(['attributes', 'ofUsers'], (client) =>
    client.management.user.getCustomAttributes(),
  );
  const set = (index: number, change: Partial<Line>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...change } : line)));
  return (
    <FieldGroup title={messages.customMapping}>
      <Stack gap="xs">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies a line while the text changes
          <Group key={index} gap="xs" wrap="nowrap">
            <Autocomplete
              flex={1}
              aria-label={messages.lineNumber(messages.ourAttribute, index + 1)}
              placeholder={messages.ourAttribute}
              data={attributes.data?.map(({ name }) => name) ?? []}
              value={line.ours}
              onChange={(ours) => set(index, { ours })}
            />
            <TextInput
              flex={1}
              aria-label={messages.lineNumber(messages.theirAttribute, index + 1)}
              placeholder={messages.theirAttribute}
              value={line.theirs}
              onChange={(event) => set(index, { theirs: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={messages.removeLine(index + 1)}
              onClick={() => onChange(lines.filter((_, at) => at !== index))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...lines, { ours: '', theirs: '' }])}
          >
            {messages.addLine}
          </Button>
        </Group>
      </Stack>
    </FieldGroup>
  );
}
