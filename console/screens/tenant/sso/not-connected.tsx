import { Button, Group, Text } from '@mantine/core';
import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useNotify } from '../../../components/notify.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole, useSession } from '../../../session/session.tsx';
import { draftOf } from './draft.ts';
import { ssoMessages } from './messages.ts';
import { SetupLink } from './setup-link.tsx';
import { withSimulator } from './simulator.ts';
import { useConnectionWrite } from './use-connection.ts';

interface NotConnectedProps {
  settings: SsoSettings;
  onEdit(): void;
}

export function NotConnected({ settings, onEdit }: NotConnectedProps) {
  const messages = useMessages(ssoMessages);
  const mayChange = useHasRole('administrator');
  const { mode } = useSession();
  const [isInviting, setIsInviting] = useState(false);
  const notify = useNotify();
  const write = useConnectionWrite(settings);
  const simulate = () => write.mutate(withSimulator(draftOf(settings), settings), { onError: notify.failed });
  return (
    <EmptyState
      icon={Waypoints}
      title={messages.emptyTitle}
      lead={messages.emptyLead}
      action={
        <>
          <Group justify="center" mt="sm">
            <Button onClick={onEdit} disabled={!mayChange}>
              {messages.setUp}
            </Button>
            <Button variant="default" onClick={() => setIsInviting(true)} disabled={!mayChange}>
              {messages.setupLink}
            </Button>
            {mode === 'development' && (
              <Button variant="default" onClick={simulate} loading={write.isPending} disabled={!mayChange}>
                {messages.simulate}
              </Button>
            )}
          </Group>
          {mode === 'development' && (
            <Text size="xs" c="dimmed">
              {messages.simulateLead}
            </Text>
          )}
          <SetupLink
            tenantId={settings.tenant.id}
            ssoId={settings.ssoId}
            opened={isInviting}
            onClose={() => setIsInviting(false)}
          />
        </>
      }
    />
  );
}
