import { Button, Group, Text } from '@mantine/core';
import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useNotify } from '../../../components/notify.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole, useSession } from '../../../session/session.tsx';
import { draftOf } from './draft.ts';
import { InviteAdministrator } from './invite-administrator.tsx';
import { inviteMessages } from './invite-messages.ts';
import { ssoMessages } from './messages.ts';
import { withSimulator } from './simulator.ts';
import { useConnectionWrite } from './use-connection.ts';

interface NotConnectedProps {
  settings: SsoSettings;
  onEdit(): void;
}

export function NotConnected({ settings, onEdit }: NotConnectedProps) {
  const messages = useMessages(ssoMessages);
  const { invite } = useMessages(inviteMessages);
  const { withEllipsis } = useMessages(sharedMessages);
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
            <Button onClick={() => setIsInviting(true)} disabled={!mayChange}>
              {withEllipsis(invite)}
            </Button>
            <Button variant="default" onClick={onEdit} disabled={!mayChange}>
              {messages.setUp}
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
          <InviteAdministrator
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
