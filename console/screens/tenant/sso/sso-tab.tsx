import { Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings, Tenant } from '../../../../client/client.ts';
import { useRead } from '../../../api/use-api.ts';
import { CreateButton } from '../../../components/create-button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Loading } from '../../../components/loading.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { defaultConnectionId, protocolOf } from './draft.ts';
import { ssoMessages } from './messages.ts';
import { NewConnection } from './new-connection.tsx';

interface SsoTabProps {
  tenant: Tenant;
  /** The ID of the open connection. Empty for the default connection. */
  connectionId: string;
  onConnection(id: string): void;
}

export default function SsoTab({ tenant, connectionId, onConnection }: SsoTabProps) {
  const messages = useMessages(ssoMessages);
  const mayChange = useHasRole('administrator');
  const [isAdding, setIsAdding] = useState(false);
  const connections = useRead(['tenant', tenant.id, 'sso'], (client) =>
    client.management.sso.loadAllSettings(tenant.id),
  );
  if (connections.error) return <ErrorNotice error={connections.error} retry={connections.refetch} />;
  const all = connections.data;
  const current = all?.find(({ ssoId }) => ssoId === (connectionId || defaultConnectionId)) ?? all?.[0];
  if (!all || !current) return <Loading height={320} />;
  const choose = (id: string) => onConnection(id === defaultConnectionId ? '' : id);
  const labelOf = (settings: SsoSettings) => {
    const protocol = protocolOf(settings);
    const name = settings.displayName || messages.defaultConnection;
    return `${name} · ${protocol ? messages.protocols[protocol] : messages.notSetUp}`;
  };
  return (
    <Stack>
      {(all.length > 1 || protocolOf(current)) && (
        <Group justify="space-between">
          {all.length > 1 && (
            <Select
              aria-label={messages.connection}
              data={all.map((one) => ({ value: one.ssoId, label: labelOf(one) }))}
              value={current.ssoId}
              onChange={(id) => choose(id ?? '')}
              allowDeselect={false}
              w={320}
            />
          )}
          <CreateButton may={mayChange} isSecond onClick={() => setIsAdding(true)}>
            {messages.another}
          </CreateButton>
        </Group>
      )}
      <ConnectionPanel key={current.ssoId} settings={current} onDeleted={() => choose(defaultConnectionId)} />
      <NewConnection
        tenantId={tenant.id}
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        onCreated={choose}
      />
    </Stack>
  );
}
