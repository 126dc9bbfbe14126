import { Input, MultiSelect, Text, TextInput } from '@mantine/core';
import type { SsoApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { protocolMessages } from '../../components/applications/protocol-messages.ts';
import { Rows } from '../../components/rows.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
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
  return (
    <Rows
      rows={values.attributeMapping}
      onChange={(attributeMapping) => change({ attributeMapping })}
      empty={{ name: '', type: '', value: '' }}
      addLabel={messages.addAttribute}
      nameOf={messages.row}
      show={({ name, value }, set) => (
        <>
          <TextInput
            label={messages.attributeValue}
            placeholder="email"
            value={value}
            onChange={(event) => set({ value: event.currentTarget.value })}
            flex={1}
          />
          <TextInput
            label={messages.attributeName}
            value={name}
            onChange={(event) => set({ name: event.currentTarget.value })}
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
  const roles = useRead(['roles'], (client) => client.management.role.loadAll());
  const choices = (roles.data ?? []).filter(({ tenantId }) => !tenantId).map(({ name }) => name);
  return (
    <Rows
      rows={values.groupsMapping}
      onChange={(groupsMapping) => change({ groupsMapping })}
      empty={{ name: '', type: '', filterType: '', value: '', roles: [] }}
      addLabel={messages.addGroup}
      nameOf={messages.row}
      show={(group, set) => (
        <>
          <TextInput
            label={messages.groupName}
            value={group.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            flex={1}
          />
          <MultiSelect
            label={messages.groupRoles}
            data={choices}
            searchable
            nothingFoundMessage={nothingFound}
            value={group.roles.map(({ name }) => name)}
            // Sent by name without an ID: an ID would still point to a role that was renamed in the meantime.
            onChange={(names) => set({ roles: names.map((name) => ({ id: '', name })) })}
            flex={1}
          />
        </>
      )}
    />
  );
}
