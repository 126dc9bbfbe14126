import { Badge, Group, Select, Text } from '@mantine/core';
import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { AppPage } from './app-page.tsx';
import { type CreatedApp, NewApp } from './new-app.tsx';
import { defaults } from './view.ts';

const pageSize = 25;

export default function Apps() {
  const [{ app }, change] = useUrlState(defaults);
  const [secret, setSecret] = useState<string>();
  return app ? (
    <AppPage key={app} id={app} newSecret={secret} onSecretSeen={() => setSecret(undefined)} />
  ) : (
    <AppList
      onCreated={({ id, guide, secret }) => {
        setSecret(secret);
        change({ ...defaults, app: id, guide });
      }}
    />
  );
}

function AppList({ onCreated }: { onCreated(created: CreatedApp): void }) {
  const messages = useMessages(appMessages);
  const { nothingFound } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const apps = useRead(['apps'], (client) => client.management.ssoApplication.loadAll());
  const wanted = apps.data?.filter(({ appType }) => !view.type || appType === view.type);
  const page = paged(wanted, {
    ...view,
    textOf: ({ name, id }) => `${name} ${id}`,
    sort: { field: view.sort, desc: view.desc },
    pageSize,
  });
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {messages.create}
    </CreateButton>
  );
  const isNarrowed = view.text !== '' || view.type !== '';
  return (
    <Page title={messages.title} lead={messages.lead} actions={create}>
      <Group>
        <SearchBox
          label={messages.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        <Select
          aria-label={messages.type}
          data={[
            { value: '', label: messages.allTypes },
            ...(['oidc', 'saml', 'wsfed'] as const).map((value) => ({ value, label: messages.types[value] })),
          ]}
          allowDeselect={false}
          value={view.type}
          onChange={(type) => change({ type: type ?? '', page: 1 })}
          w={180}
        />
      </Group>
      <RecordTable
        label={messages.title}
        columns={useColumns()}
        records={page.records}
        idOf={({ id }) => id}
        error={apps.error}
        retry={apps.refetch}
        empty={
          isNarrowed ? (
            <EmptyState icon={AppWindow} title={nothingFound} />
          ) : (
            <EmptyState icon={AppWindow} title={messages.none} lead={messages.noneLead} action={create} />
          )
        }
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
      />
      {isCreating && <NewApp onClose={() => setIsCreating(false)} onCreated={onCreated} />}
    </Page>
  );
}

function useColumns(): Column<SsoApplication>[] {
  const messages = useMessages(appMessages);
  return [
    {
      id: 'name',
      title: messages.name,
      sortField: 'name',
      show: ({ id, name }) => (
        <ScreenLink to="apps" state={{ app: id }}>
          {name}
        </ScreenLink>
      ),
    },
    {
      id: 'type',
      title: messages.type,
      sortField: 'appType',
      show: ({ appType }) => (
        <Text span inherit style={{ whiteSpace: 'nowrap' }}>
          {messages.types[appType]}
        </Text>
      ),
    },
    { id: 'id', title: messages.id, show: ({ id }) => <CopyText text={id} what={messages.id} /> },
    {
      id: 'status',
      title: messages.status,
      sortField: 'enabled',
      show: ({ enabled }) => (
        <Badge variant="light" color={enabled ? 'teal' : 'gray'} tt="none" miw="max-content">
          {enabled ? messages.on : messages.off}
        </Badge>
      ),
    },
  ];
}
