import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { InboundApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { ApplicationList, useNameColumn } from '../../components/applications/application-list.tsx';
import { thirdPartyKind } from '../../components/applications/kinds.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { thirdPartyMessages } from './messages.ts';
import { NewApp } from './new-app.tsx';
import { defaults } from './view.ts';

export function AppList({ onCreated }: { onCreated(id: string, secret: string): void }) {
  const messages = useMessages(thirdPartyMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const apps = useRead(['third-party-apps'], (client) =>
    client.management.inboundApplication.loadAllApplications(),
  );
  return (
    <Stack>
      <ApplicationList
        icon={thirdPartyKind.icon}
        words={messages}
        apps={apps}
        columns={useColumns()}
        textOf={({ clientId }) => clientId}
        view={view}
        change={change}
        isCreateBeside
        create={
          <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
            {messages.create}
          </CreateButton>
        }
      />
      {isCreating && <NewApp onClose={() => setIsCreating(false)} onCreated={onCreated} />}
    </Stack>
  );
}

function useColumns(): Column<InboundApplication>[] {
  const { clientId, kind, bySelf, byAdministrator } = useMessages(thirdPartyMessages);
  return [
    useNameColumn('third-party-apps'),
    {
      id: 'kind',
      title: kind,
      sortField: 'dynamic',
      show: ({ dynamic }) => (dynamic ? bySelf : byAdministrator),
    },
    { id: 'client', title: clientId, show: (app) => <CopyText text={app.clientId} what={clientId} /> },
  ];
}
