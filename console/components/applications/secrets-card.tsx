import { Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ClientSecret } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { Confirm } from '../confirm.tsx';
import { CreateButton } from '../create-button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Moment } from '../moment.tsx';
import { RecordTable } from '../record-table.tsx';
import { RowMenu } from '../row-menu.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { StatusBadge } from '../status-badge.tsx';
import type { Column } from '../table-column.ts';
import { type SecretsProps, secretsKey } from './kinds.ts';
import { appMessages } from './messages.ts';
import { NewSecret } from './new-secret.tsx';

/** Lists the client secrets of an application, each of which can be revoked, and adds others. */
export function SecretsCard({ kind, appId }: SecretsProps) {
  const messages = useMessages(appMessages);
  const mayChange = useHasRole('administrator');
  const [asks, setAsks] = useState<'add' | 'rotate'>();
  const [secret, setSecret] = useState<string>();
  const key = secretsKey({ kind, appId });
  const secrets = useRead(key, (client) => kind.secrets(client).listApplicationSecrets(appId));
  const rotate = useWrite((client) => kind.secrets(client).rotateApplicationSecret(appId), {
    changes: [key],
    onDone: ({ cleartext }) => setSecret(cleartext),
  });
  return (
    <Card withBorder component="section" p="lg">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {messages.secrets}
            </Title>
            <Text size="sm" c="dimmed" mt={4} maw={600}>
              {messages.secretsLead}
            </Text>
          </div>
          <Group gap="xs">
            {secrets.data && secrets.data.length > 0 && (
              <Button variant="default" onClick={() => setAsks('rotate')} disabled={!mayChange}>
                {messages.rotate}
              </Button>
            )}
            <CreateButton may={mayChange} isSecond onClick={() => setAsks('add')}>
              {messages.addSecret}
            </CreateButton>
          </Group>
        </Group>
        <RecordTable
          label={messages.secrets}
          columns={columnsOf(messages)}
          records={secrets.data}
          idOf={({ id }) => id}
          error={secrets.error}
          retry={secrets.refetch}
          empty={<EmptyState icon={KeyRound} title={messages.secretsNone} lead={messages.secretsNoneLead} />}
          {...(mayChange && {
            actions: (one: ClientSecret) => <Actions kind={kind} appId={appId} name={one.name} />,
          })}
        />
      </Stack>
      {asks === 'add' && (
        <NewSecret kind={kind} appId={appId} onClose={() => setAsks(undefined)} onCreated={setSecret} />
      )}
      <Confirm
        opened={asks === 'rotate'}
        onClose={() => setAsks(undefined)}
        title={messages.rotateTitle}
        action={messages.rotateAction}
        onConfirm={() => rotate.mutateAsync(undefined)}
      >
        {messages.rotateLead}
      </Confirm>
      <ShownOnce
        title={messages.secretAdded}
        secret={secret}
        what={messages.clientSecret}
        onClose={() => setSecret(undefined)}
      />
    </Card>
  );
}

function columnsOf(messages: (typeof appMessages)['en']): Column<ClientSecret>[] {
  return [
    { id: 'name', title: messages.secretName, show: ({ name }) => name },
    {
      id: 'status',
      title: messages.status,
      show: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'good' : 'off'}>{messages.secretStatus[status]}</StatusBadge>
      ),
    },
    {
      id: 'created',
      title: messages.secretCreated,
      show: ({ createdTime }) => <Moment value={createdTime} />,
    },
    { id: 'expires', title: messages.secretExpires, show: ({ expireTime }) => <Moment value={expireTime} /> },
  ];
}

function Actions({ kind, appId, name }: SecretsProps & { name: string }) {
  const messages = useMessages(appMessages);
  const [asks, setAsks] = useState(false);
  const revoke = useWrite((client) => kind.secrets(client).revokeApplicationSecret(appId, name), {
    changes: [secretsKey({ kind, appId })],
    done: messages.revoked(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {messages.revoke}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.revokeTitle(name)}
        action={messages.revokeAction}
        onConfirm={() => revoke.mutateAsync(undefined)}
      >
        {messages.revokeLead}
      </Confirm>
    </>
  );
}
