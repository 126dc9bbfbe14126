import { Card, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { ConnectionHead } from './connection-head.tsx';
import { protocolOf } from './draft.ts';
import { Failures } from './failures.tsx';
import { GroupsCard } from './groups-card.tsx';
import { IdpForm } from './idp-form.tsx';
import { LastTest } from './last-test.tsx';
import { MappingCard } from './mapping-card.tsx';
import { ssoMessages } from './messages.ts';
import { NotConnected } from './not-connected.tsx';
import { ProviderDetails } from './provider-details.tsx';
import { ReadingCard } from './reading-card.tsx';
import { ReplacedProvider } from './replaced-provider.tsx';
import { ServiceProviderValues } from './service-provider-values.tsx';
import { SetupLinksCard } from './setup-links-card.tsx';

interface ConnectionPanelProps {
  settings: SsoSettings;
  onDeleted(): void;
}

/** Shows one connection of the tenant. */
export function ConnectionPanel({ settings, onDeleted }: ConnectionPanelProps) {
  const messages = useMessages(ssoMessages);
  const [isEditing, setIsEditing] = useState(false);
  const protocol = protocolOf(settings);
  const edit = () => setIsEditing(true);
  return (
    <Stack>
      {protocol && <ReplacedProvider settings={settings} protocol={protocol} />}
      <Card withBorder>
        <ConnectionHead
          tenantId={settings.tenant.id}
          settings={settings}
          onEdit={edit}
          onDeleted={onDeleted}
        />
        {protocol ? (
          <ProviderDetails settings={settings} protocol={protocol} />
        ) : (
          <NotConnected settings={settings} onEdit={edit} />
        )}
      </Card>
      <SetupLinksCard tenantId={settings.tenant.id} ssoId={settings.ssoId} />
      {protocol && (
        <>
          <Card withBorder>
            <Title order={2} size="h4">
              {messages.ours}
            </Title>
            <Text size="sm" c="dimmed" mb="sm">
              {messages.oursLead}
            </Text>
            <ServiceProviderValues settings={settings} protocol={protocol} />
          </Card>
          <ReadingCard settings={settings} />
          <MappingCard settings={settings} protocol={protocol} />
          <GroupsCard settings={settings} />
          <LastTest tenantId={settings.tenant.id} ssoId={settings.ssoId} />
          <Failures tenantId={settings.tenant.id} ssoId={settings.ssoId} />
        </>
      )}
      <IdpForm settings={settings} opened={isEditing} onClose={() => setIsEditing(false)} />
    </Stack>
  );
}
