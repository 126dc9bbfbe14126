import { Anchor, Avatar, Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { OAuthProvider } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { InstantSwitch } from '../../parts/instant-switch.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useProject } from '../../session/project.tsx';
import { useMay, useSession } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { providerWords } from './words.ts';

interface ProviderCardProps {
  title: string;
  /** Absent: it is not set up. */
  saved: OAuthProvider | undefined;
  onOpen(): void;
}

const colors = { on: 'teal', off: 'gray', incomplete: 'yellow', absent: 'gray' } as const;

/** A provider and what it is at, at a glance. */
export function ProviderCard({ title, saved, onOpen }: ProviderCardProps) {
  const words = useWords(providerWords);
  const mayChange = useMay('administrator');
  const state = stateOf(saved);
  return (
    <Card withBorder>
      <Stack justify="space-between" h="100%" gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
            <Avatar name={title} radius="md" aria-hidden />
            <div style={{ minWidth: 0 }}>
              <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Title>
              <Badge variant="light" color={colors[state]} tt="none">
                {words.states[state]}
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
            aria-label={`${words.setUp}: ${title}`}
          >
            {words.setUp}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function Saved({ provider, onOpen }: { provider: OAuthProvider; onOpen(): void }) {
  const words = useWords(providerWords);
  const { edit } = useWords(everywhere);
  const mayChange = useMay('administrator');
  const { mode } = useSession();
  const { client } = useProject();
  const { provider: id, title, enabled } = provider;
  const set = useWrite(
    (client, enabled: boolean) => client.management.oauth.configureProvider({ provider: id, enabled }),
    {
      changes: [['providers']],
      done: (_, enabled) => (enabled ? words.switchedOn(title) : words.switchedOff(title)),
      undo: (_, enabled) =>
        unwrap(client.management.oauth.configureProvider({ provider: id, enabled: !enabled })),
    },
  );
  return (
    <Group justify="space-between" gap="xs">
      <InstantSwitch
        label={
          <>
            {words.switch}
            <span className="unseen">: {title}</span>
          </>
        }
        checked={enabled}
        onChange={set.mutateAsync}
        disabled={!mayChange}
      />
      <Group gap="sm">
        {mode === 'development' && id === 'simulator' && enabled && (
          <Anchor href="/dev/demo/oauth" target="_blank" rel="noreferrer" size="sm">
            {words.try}
            <Text span className="unseen">
              {' '}
              ({words.opensTab})
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
  const words = useWords(providerWords);
  const { delete: deleteWord } = useWords(everywhere);
  const [asks, setAsks] = useState(false);
  const remove = useWrite((client) => client.management.oauth.deleteProvider(id), {
    changes: [['providers']],
    done: words.deleted(title),
  });
  return (
    <>
      <RowMenu name={title}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {deleteWord} …
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.deleteTitle(title)}
        action={deleteWord}
        typed={title}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.deleteLead}
      </Confirm>
    </>
  );
}

function stateOf(saved: OAuthProvider | undefined): keyof typeof colors {
  if (!saved) return 'absent';
  if (!saved.enabled) return 'off';
  return saved.hasClientSecret ? 'on' : 'incomplete';
}
