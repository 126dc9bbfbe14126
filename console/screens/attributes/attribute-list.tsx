import { Group, Stack, Text } from '@mantine/core';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import type { CustomAttribute } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { CreateButton } from '../../parts/create-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { paged } from '../../parts/paged.ts';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { AttributeActions } from './attribute-actions.tsx';
import { AttributeForm } from './attribute-form.tsx';
import { calls, type Owner } from './owner.ts';
import { defaults, pageSize } from './view.ts';
import { attributeWords } from './words.ts';

export function AttributeList({ owner }: { owner: Owner }) {
  const words = useWords(attributeWords);
  const { nothingFound } = useWords(everywhere);
  const mayChange = useMay('administrator');
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
      {words.create}
    </CreateButton>
  );
  return (
    <Stack>
      <Group justify="space-between">
        <SearchBox
          label={words.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        {create}
      </Group>
      <RecordTable
        label={words.tabs[owner]}
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
              title={words.none}
              lead={owner === 'users' ? words.noneUsers : words.noneApps}
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
  const words = useWords(attributeWords);
  const shown = (names: string[]) => names.join(', ') || words.everybody;
  return [
    {
      id: 'name',
      title: words.displayName,
      sortField: 'displayName',
      show: ({ name, displayName }) => displayName || name,
    },
    {
      id: 'apiName',
      title: words.name,
      sortField: 'name',
      show: ({ name }) => <CopyText text={name} what={name} />,
    },
    { id: 'type', title: words.type, sortField: 'type', show: ({ type }) => words.types[type] ?? type },
    {
      id: 'options',
      title: words.options,
      show: ({ options }) => (
        <Text size="sm" lineClamp={2}>
          {options.map(({ label, value }) => label || value).join(', ')}
        </Text>
      ),
    },
    { id: 'view', title: words.view, show: ({ viewPermissions }) => shown(viewPermissions) },
    { id: 'edit', title: words.change, show: ({ editPermissions }) => shown(editPermissions) },
  ];
}
