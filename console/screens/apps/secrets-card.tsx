import { Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ClientSecret } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CreateButton } from '../../parts/create-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ShownOnce } from '../../parts/once.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { NewSecret } from './new-secret.tsx';
import { appWords } from './words.ts';

export function SecretsCard({ appId }: { appId: string }) {
  const words = useWords(appWords);
  const mayChange = useMay('administrator');
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
      {words.addSecret}
    </CreateButton>
  );
  return (
    <Card withBorder component="section" p="lg">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {words.secrets}
            </Title>
            <Text size="sm" c="dimmed" mt={4} maw={600}>
              {words.secretsLead}
            </Text>
          </div>
          <Group gap="xs">
            {secrets.data && secrets.data.length > 0 && (
              <Button variant="default" onClick={() => setAsks('rotate')} disabled={!mayChange}>
                {words.rotate}
              </Button>
            )}
            {add}
          </Group>
        </Group>
        <RecordTable
          label={words.secrets}
          columns={columnsOf(words)}
          records={secrets.data}
          idOf={({ id }) => id}
          error={secrets.error}
          retry={secrets.refetch}
          empty={<EmptyState icon={KeyRound} title={words.secretsNone} lead={words.secretsNoneLead} />}
          {...(mayChange && { actions: (one: ClientSecret) => <Actions appId={appId} name={one.name} /> })}
        />
      </Stack>
      {asks === 'add' && <NewSecret appId={appId} onClose={() => setAsks(undefined)} onMade={setSecret} />}
      <Confirm
        opened={asks === 'rotate'}
        onClose={() => setAsks(undefined)}
        title={words.rotateTitle}
        action={words.rotateAction}
        onConfirm={() => rotate.mutateAsync(undefined)}
      >
        {words.rotateLead}
      </Confirm>
      <ShownOnce
        title={words.secretAdded}
        secret={secret}
        what={words.clientSecret}
        onClose={() => setSecret(undefined)}
      />
    </Card>
  );
}

function columnsOf(words: (typeof appWords)['en']): Column<ClientSecret>[] {
  return [
    { id: 'name', title: words.secretName, show: ({ name }) => name },
    {
      id: 'status',
      title: words.status,
      show: ({ status }) => (
        <Badge variant="light" color={status === 'active' ? 'teal' : 'gray'} tt="none" miw="max-content">
          {words.secretStatus[status]}
        </Badge>
      ),
    },
    { id: 'created', title: words.secretCreated, show: ({ createdTime }) => <Moment value={createdTime} /> },
    { id: 'expires', title: words.secretExpires, show: ({ expireTime }) => <Moment value={expireTime} /> },
  ];
}

function Actions({ appId, name }: { appId: string; name: string }) {
  const words = useWords(appWords);
  const [asks, setAsks] = useState(false);
  const revoke = useWrite((client) => client.management.ssoApplication.revokeApplicationSecret(appId, name), {
    changes: [['app-secrets', appId]],
    done: words.revoked(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {words.revoke}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.revokeTitle(name)}
        action={words.revokeAction}
        onConfirm={() => revoke.mutateAsync(undefined)}
      >
        {words.revokeLead}
      </Confirm>
    </>
  );
}
