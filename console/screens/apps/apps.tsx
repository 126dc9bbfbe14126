import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { ApplicationList, useNameColumn } from '../../components/applications/application-list.tsx';
import { ssoKind } from '../../components/applications/kinds.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { Page } from '../../components/page.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { AppPage } from './app-page.tsx';
import { type CreatedApp, NewApp } from './new-app.tsx';
import { defaults } from './view.ts';

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
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const apps = useRead(['apps'], (client) => client.management.ssoApplication.loadAll());
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {messages.create}
    </CreateButton>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={create}>
      <ApplicationList
        icon={ssoKind.icon}
        words={messages}
        apps={{ ...apps, data: apps.data?.filter(({ appType }) => !view.type || appType === view.type) }}
        columns={useColumns()}
        textOf={({ oidcSettings }) => oidcSettings.clientId}
        view={view}
        change={change}
        isNarrowed={view.type !== ''}
        create={create}
        filters={
          <Select
            aria-label={messages.type}
            data={[
              { value: '', label: messages.allTypes },
              ...(['oidc', 'saml', 'wsfed'] as const).map((value) => ({
                value,
                label: messages.types[value],
              })),
            ]}
            allowDeselect={false}
            value={view.type}
            onChange={(type) => change({ type: type ?? '', page: 1 })}
            w={180}
          />
        }
      />
      {isCreating && <NewApp onClose={() => setIsCreating(false)} onCreated={onCreated} />}
    </Page>
  );
}

function useColumns(): Column<SsoApplication>[] {
  const messages = useMessages(appMessages);
  return [
    useNameColumn('apps'),
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
        <StatusBadge tone={enabled ? 'good' : 'off'}>{enabled ? messages.on : messages.off}</StatusBadge>
      ),
    },
  ];
}
