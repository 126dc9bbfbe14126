import { Alert, Badge, Group, Select, Text } from '@mantine/core';
import { AppWindow, Info } from 'lucide-react';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { CreateButton } from '../../parts/create-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { ShownOnce } from '../../parts/once.tsx';
import { Page } from '../../parts/page.tsx';
import { paged } from '../../parts/paged.ts';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { AppPage } from './app-page.tsx';
import { NewApp } from './new-app.tsx';
import { appWords } from './words.ts';

/** `app`: the one that is open. */
const defaults = { app: '', text: '', type: '', page: 1, sort: 'name', desc: false };
const pageSize = 25;

export default function Apps() {
  const words = useWords(appWords);
  const [{ app }, change] = useUrlState(defaults);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      {app ? (
        <AppPage key={app} id={app} />
      ) : (
        <AppList
          onMade={(id, secret) => {
            setSecret(secret);
            change({ app: id });
          }}
        />
      )}
      <ShownOnce
        title={words.secretMade}
        secret={secret}
        what={words.clientSecret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}

function AppList({ onMade }: { onMade(id: string, secret?: string): void }) {
  const words = useWords(appWords);
  const { nothingFound } = useWords(everywhere);
  const mayChange = useMay('administrator');
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
      {words.create}
    </CreateButton>
  );
  const isNarrowed = view.text !== '' || view.type !== '';
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Alert color="blue" icon={<Info aria-hidden />}>
        {words.notYet}
      </Alert>
      <Group>
        <SearchBox
          label={words.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        <Select
          aria-label={words.type}
          data={[
            { value: '', label: words.allTypes },
            ...(['oidc', 'saml', 'wsfed'] as const).map((value) => ({ value, label: words.types[value] })),
          ]}
          allowDeselect={false}
          value={view.type}
          onChange={(type) => change({ type: type ?? '', page: 1 })}
          w={180}
        />
      </Group>
      <RecordTable
        label={words.title}
        columns={useColumns()}
        records={page.records}
        idOf={({ id }) => id}
        error={apps.error}
        retry={apps.refetch}
        empty={
          isNarrowed ? (
            <EmptyState icon={AppWindow} title={nothingFound} />
          ) : (
            <EmptyState icon={AppWindow} title={words.none} lead={words.noneLead} action={create} />
          )
        }
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
      />
      {isCreating && <NewApp onClose={() => setIsCreating(false)} onMade={onMade} />}
    </Page>
  );
}

function useColumns(): Column<SsoApplication>[] {
  const words = useWords(appWords);
  return [
    {
      id: 'name',
      title: words.name,
      sortField: 'name',
      show: ({ id, name }) => (
        <ScreenLink to="apps" state={{ app: id }}>
          {name}
        </ScreenLink>
      ),
    },
    {
      id: 'type',
      title: words.type,
      sortField: 'appType',
      show: ({ appType }) => (
        <Text span inherit style={{ whiteSpace: 'nowrap' }}>
          {words.types[appType]}
        </Text>
      ),
    },
    { id: 'id', title: words.id, show: ({ id }) => <CopyText text={id} what={words.id} /> },
    {
      id: 'status',
      title: words.status,
      sortField: 'enabled',
      show: ({ enabled }) => (
        <Badge variant="light" color={enabled ? 'teal' : 'gray'} tt="none" miw="max-content">
          {enabled ? words.on : words.off}
        </Badge>
      ),
    },
  ];
}
