import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useMessages } from '../../i18n/language.tsx';
import { connectorMessages } from './connector-messages.ts';

export interface Header {
  /** Identifies the header's line in the form. */
  id: number;
  name: string;
  value: string;
}

export function HeaderList({ headers, onChange }: { headers: Header[]; onChange(headers: Header[]): void }) {
  const texts = useMessages(connectorMessages);
  const change = (id: number, changes: Partial<Header>) =>
    onChange(headers.map((header) => (header.id === id ? { ...header, ...changes } : header)));
  const add = () =>
    onChange([...headers, { id: Math.max(0, ...headers.map(({ id }) => id)) + 1, name: '', value: '' }]);
  return (
    <Stack gap="xs">
      <div>
        <Input.Label component="div">{texts.headers}</Input.Label>
        <Input.Description component="div">{texts.headersLead}</Input.Description>
      </div>
      {headers.map(({ id, name, value }, index) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={texts.headerName(index + 1)}
            value={name}
            onChange={(event) => change(id, { name: event.currentTarget.value })}
            flex={1}
          />
          <TextInput
            aria-label={texts.headerValue(index + 1)}
            value={value}
            onChange={(event) => change(id, { value: event.currentTarget.value })}
            type="password"
            autoComplete="new-password"
            flex={2}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.removeHeader(index + 1)}
            onClick={() => onChange(headers.filter((header) => header.id !== id))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={add}
        >
          {texts.addHeader}
        </Button>
      </Group>
    </Stack>
  );
}
