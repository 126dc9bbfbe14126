import { Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ClientSecret } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import type { Column } from '../../components/table-column.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { NewSecret } from './new-secret.tsx';

export function SecretsCard({ appId }: { appId: string }) {
  const messages = useMessages(appMessages);
  const mayChange = useHasRole('administrator');
  const [asks, setAsks] = useState<'add' | 'rotate'>();
  const [secret, setSecret] = useState<string>();
  const key = ['app-secrets', appId];
  const secrets = useRead(key, (client) => client.management.ssoApplication.listApplicationSecrets(appId));
  const rotate = useWrite((client) => client.management.ssoApplication.rotateApplicationSecret(appId), {
    changes: [key],
    onDone: ({ cleartext }) => setSecret(cleartext),
  });
  const add = (
    <CreateButton may={mayChange} isSecond onClick={() => setAsks('add')}>
      {messages.addSecret}
    </CreateButton>
  );
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
            {add}
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
          {...(mayChange && { actions: (one: ClientSecret) => <Actions appId={appId} name={one.name} /> })}
        />
      </Stack>
      {asks === 'add' && <NewSecret appId={appId} onClose={() => setAsks(undefined)} onCreated={setSecret} />}
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
        <Badge variant="light" color={status === 'active' ? 'teal' : 'gray'} tt="none" miw="max-content">
          {messages.secretStatus[status]}
        </Badge>
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

function Actions({ appId, name }: { appId: string; name: string }) {
  const messages = useMessages(appMessages);
  const [asks, setAsks] = useState(false);
  const revoke = useWrite((client) => client.management.ssoApplication.revokeApplicationSecret(appId, name), {
    changes: [['app-secrets', appId]],
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
