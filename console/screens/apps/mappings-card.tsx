import { ActionIcon, Button, Group, Input, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { protocolMessages } from '../../components/applications/protocol-messages.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { formMessages } from '../../i18n/form-messages.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { useSaveApp } from './update-app.ts';

type Values = Pick<SsoApplication['samlSettings'], 'attributeMapping' | 'groupsMapping'>;

/** Edits the attributes and groups that are sent to the application. */
export function MappingsCard({ app, settings }: { app: SsoApplication; settings: Values }) {
  const messages = useMessages(protocolMessages);
  const draft = useDraft<Values>(settings);
  const save = useSaveApp<Values>(app);
  return (
    <SettingsCard
      title={messages.attributes}
      lead={messages.attributesLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Attributes draft={draft} />
      <Input.Label component="h3" m={0}>
        {messages.groups}
      </Input.Label>
      <Text size="sm" c="dimmed">
        {messages.groupsLead}
      </Text>
      <Groups draft={draft} />
    </SettingsCard>
  );
}

function Attributes({ draft: { values, change } }: { draft: Draft<Values> }) {
  const messages = useMessages(protocolMessages);
  const rows = values.attributeMapping;
  const set = (index: number, row: Partial<(typeof rows)[number]>) =>
    change({ attributeMapping: rows.map((one, i) => (i === index ? { ...one, ...row } : one)) });
  return (
    <Rows
      count={rows.length}
      add={messages.addAttribute}
      onAdd={() => change({ attributeMapping: [...rows, { name: '', type: '', value: '' }] })}
      onRemove={(index) => change({ attributeMapping: rows.filter((_, i) => i !== index) })}
      row={(index) => (
        <>
          <TextInput
            label={messages.attributeValue}
            placeholder="email"
            value={rows[index]?.value ?? ''}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
            flex={1}
          />
          <TextInput
            label={messages.attributeName}
            value={rows[index]?.name ?? ''}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
            flex={1}
          />
        </>
      )}
    />
  );
}

function Groups({ draft: { values, change } }: { draft: Draft<Values> }) {
  const messages = useMessages(protocolMessages);
  const { nothingFound } = useMessages(sharedMessages);
  const rows = values.groupsMapping;
  const roles = useRead(['roles'], (client) => client.management.role.loadAll());
  const choices = (roles.data ?? []).filter(({ tenantId }) => !tenantId).map(({ name }) => name);
  const set = (index: number, row: Partial<(typeof rows)[number]>) =>
    change({ groupsMapping: rows.map((one, i) => (i === index ? { ...one, ...row } : one)) });
  return (
    <Rows
      count={rows.length}
      add={messages.addGroup}
      onAdd={() =>
        change({ groupsMapping: [...rows, { name: '', type: '', filterType: '', value: '', roles: [] }] })
      }
      onRemove={(index) => change({ groupsMapping: rows.filter((_, i) => i !== index) })}
      row={(index) => (
        <>
          <TextInput
            label={messages.groupName}
            value={rows[index]?.name ?? ''}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
            flex={1}
          />
          <MultiSelect
            label={messages.groupRoles}
            data={choices}
            searchable
            nothingFoundMessage={nothingFound}
            value={rows[index]?.roles.map(({ name }) => name) ?? []}
            // Sent by name without an ID: an ID would still point to a role that was renamed in the meantime.
            onChange={(names) => set(index, { roles: names.map((name) => ({ id: '', name })) })}
            flex={1}
          />
        </>
      )}
    />
  );
}

interface RowsProps {
  count: number;
  add: string;
  onAdd(): void;
  onRemove(index: number): void;
  row(index: number): ReactNode;
}

function Rows({ count, add, onAdd, onRemove, row }: RowsProps) {
  const messages = useMessages(protocolMessages);
  const { removeEntry } = useMessages(formMessages);
  return (
    <Stack gap="sm" align="flex-start">
      {Array.from({ length: count }, (_, index) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies a new row
          key={index}
          role="group"
          aria-label={messages.row(index + 1)}
          align="flex-end"
          w="100%"
          maw={720}
        >
          {row(index)}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={removeEntry(messages.row(index + 1))}
            onClick={() => onRemove(index)}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={onAdd}>
        {add}
      </Button>
    </Stack>
  );
}
