import { Button, Group, Text } from '@mantine/core';
import { Waypoints } from 'lucide-react';
import type { SsoSettings } from '../../../../client/client.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { useNotify } from '../../../parts/notify.tsx';
import { useMay, useSession } from '../../../session/session.tsx';
import { useWords } from '../../../words/language.tsx';
import { draftOf } from './draft.ts';
import { withSimulator } from './simulator.ts';
import { useConnectionWrite } from './use-connection.ts';
import { ssoWords } from './words.ts';

interface NotConnectedProps {
  settings: SsoSettings;
  onEdit(): void;
}

export function NotConnected({ settings, onEdit }: NotConnectedProps) {
  const words = useWords(ssoWords);
  const mayChange = useMay('administrator');
  const { mode } = useSession();
  const notify = useNotify();
  const write = useConnectionWrite(settings);
  const simulate = () => write.mutate(withSimulator(draftOf(settings), settings), { onError: notify.failed });
  return (
    <EmptyState
      icon={Waypoints}
      title={words.emptyTitle}
      lead={words.emptyLead}
      action={
        <>
          <Group justify="center" mt="sm">
            <Button onClick={onEdit} disabled={!mayChange}>
              {words.setUp}
            </Button>
            {mode === 'development' && (
              <Button variant="default" onClick={simulate} loading={write.isPending} disabled={!mayChange}>
                {words.simulate}
              </Button>
            )}
          </Group>
          {mode === 'development' && (
            <Text size="xs" c="dimmed">
              {words.simulateLead}
            </Text>
          )}
        </>
      }
    />
  );
}
