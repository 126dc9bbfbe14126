import { Anchor, Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { OAuthProvider } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { InstantSwitch } from '../../components/instant-switch.tsx';
import { ProviderLogo } from '../../components/providers/provider-logo.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole, useSession } from '../../session/session.tsx';
import { providerMessages } from './messages.ts';

interface ProviderCardProps {
  /** The name in the API. */
  id: string;
  title: string;
  /** Undefined if the provider is not set up. */
  saved: OAuthProvider | undefined;
  onOpen(): void;
}

const colors = { on: 'teal', off: 'gray', incomplete: 'yellow', absent: 'gray' } as const;

/** Shows a provider and its state. */
export function ProviderCard({ id, title, saved, onOpen }: ProviderCardProps) {
  const messages = useMessages(providerMessages);
  const mayChange = useHasRole('administrator');
  const state = stateOf(saved);
  return (
    <Card withBorder>
      <Stack justify="space-between" h="100%" gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
            <div className="provider-tile">
              <ProviderLogo provider={id} />
            </div>
            <div style={{ minWidth: 0 }}>
              <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Title>
              <Badge variant="light" color={colors[state]} tt="none">
                {messages.states[state]}
              </Badge>
            </div>
          </Group>
          {saved && mayChange && <DeleteMenu provider={saved} />}
        </Group>
        {saved ? (
          <Saved provider={saved} onOpen={onOpen} />
        ) : (
          <Button
            variant="default"
            onClick={onOpen}
            disabled={!mayChange}
            aria-label={`${messages.setUp}: ${title}`}
          >
            {messages.setUp}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function Saved({ provider, onOpen }: { provider: OAuthProvider; onOpen(): void }) {
  const messages = useMessages(providerMessages);
  const { edit } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const { mode } = useSession();
  const { client } = useProject();
  const { provider: id, title, enabled } = provider;
  const set = useWrite(
    (client, enabled: boolean) => client.management.oauth.configureProvider({ provider: id, enabled }),
    {
      changes: [['providers']],
      done: (_, enabled) => (enabled ? messages.switchedOn(title) : messages.switchedOff(title)),
      undo: (_, enabled) =>
        unwrap(client.management.oauth.configureProvider({ provider: id, enabled: !enabled })),
    },
  );
  return (
    <Group justify="space-between" gap="xs">
      <InstantSwitch
        label={
          <>
            {messages.switch}
            <span className="visually-hidden">: {title}</span>
          </>
        }
        checked={enabled}
        onChange={set.mutateAsync}
        disabled={!mayChange}
      />
      <Group gap="sm">
        {mode === 'development' && id === 'simulator' && enabled && (
          <Anchor href="/dev/demo/oauth" target="_blank" rel="noreferrer" size="sm">
            {messages.try}
            <Text span className="visually-hidden">
              {' '}
              ({messages.opensTab})
            </Text>
          </Anchor>
        )}
        <Button variant="default" size="xs" onClick={onOpen} aria-label={`${edit}: ${title}`}>
          {edit}
        </Button>
      </Group>
    </Group>
  );
}

function DeleteMenu({ provider: { provider: id, title } }: { provider: OAuthProvider }) {
  const messages = useMessages(providerMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const [asks, setAsks] = useState(false);
  const remove = useWrite((client) => client.management.oauth.deleteProvider(id), {
    changes: [['providers']],
    done: messages.deleted(title),
  });
  return (
    <>
      <RowMenu name={title}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {withEllipsis(deleteLabel)}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.deleteTitle(title)}
        action={deleteLabel}
        typed={title}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deleteLead}
      </Confirm>
    </>
  );
}

function stateOf(saved: OAuthProvider | undefined): keyof typeof colors {
  if (!saved) return 'absent';
  if (!saved.enabled) return 'off';
  return saved.hasClientSecret ? 'on' : 'incomplete';
}
