import { Group, Stack } from '@mantine/core';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import type { CustomAttribute } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { AttributeActions } from './attribute-actions.tsx';
import { AttributeForm } from './attribute-form.tsx';
import { attributeMessages } from './messages.ts';
import { calls, type Owner } from './owner.ts';
import { defaults, pageSize } from './view.ts';

export function AttributeList({ owner }: { owner: Owner }) {
  const messages = useMessages(attributeMessages);
  const { nothingFound } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const attributes = useRead(calls[owner].key, calls[owner].load);
  const names = attributes.data?.map(({ name }) => name) ?? [];
  const page = paged(attributes.data, {
    ...view,
    textOf: ({ name, displayName }) => `${name} ${displayName}`,
    sort: view.sort ? { field: view.sort, desc: view.desc } : undefined,
    pageSize,
  });
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {messages.create}
    </CreateButton>
  );
  return (
    <Stack>
      <Group justify="space-between">
        <SearchBox
          label={messages.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        {create}
      </Group>
      <RecordTable
        label={messages.tabs[owner]}
        columns={useAttributeColumns()}
        records={page.records}
        idOf={({ name }) => name}
        error={attributes.error}
        retry={attributes.refetch}
        empty={
          view.text ? (
            <EmptyState icon={Tags} title={nothingFound} />
          ) : (
            <EmptyState
              icon={Tags}
              title={messages.none}
              lead={owner === 'users' ? messages.noneUsers : messages.noneApps}
              action={create}
            />
          )
        }
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
        {...(mayChange && {
          actions: (attribute: CustomAttribute) => <AttributeActions owner={owner} attribute={attribute} />,
        })}
      />
      <AttributeForm owner={owner} taken={names} opened={isCreating} onClose={() => setIsCreating(false)} />
    </Stack>
  );
}

function useAttributeColumns(): Column<CustomAttribute>[] {
  const messages = useMessages(attributeMessages);
  const shown = (names: string[]) => names.join(', ') || messages.everyone;
  return [
    {
      id: 'name',
      title: messages.displayName,
      sortField: 'displayName',
      show: ({ name, displayName }) => displayName || name,
    },
    {
      id: 'apiName',
      title: messages.name,
      sortField: 'name',
      show: ({ name }) => <CopyText text={name} what={name} />,
    },
    { id: 'type', title: messages.type, sortField: 'type', show: ({ type }) => messages.types[type] ?? type },
    {
      id: 'options',
      title: messages.options,
      show: ({ options }) => options.map(({ label, value }) => label || value).join(', '),
    },
    { id: 'view', title: messages.view, show: ({ viewPermissions }) => shown(viewPermissions) },
    { id: 'edit', title: messages.change, show: ({ editPermissions }) => shown(editPermissions) },
  ];
}
