import { Button, Card, Group, Menu, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ClientSecret } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';

const keyOf = (appId: string) => ['third-party-secrets', appId];

export function SecretsCard({ appId }: { appId: string }) {
  const messages = useMessages(appMessages);
  const mayChange = useHasRole('administrator');
  const [asks, setAsks] = useState<'add' | 'rotate'>();
  const [secret, setSecret] = useState<string>();
  const secrets = useRead(keyOf(appId), (client) =>
    client.management.inboundApplication.listApplicationSecrets(appId),
  );
  const rotate = useWrite((client) => client.management.inboundApplication.rotateApplicationSecret(appId), {
    changes: [keyOf(appId)],
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
          columns={[
            { id: 'name', title: messages.secretName, show: ({ name }) => name },
            { id: 'status', title: messages.status, show: ({ status }) => messages.secretStatus[status] },
            {
              id: 'created',
              title: messages.secretCreated,
              show: ({ createdTime }) => <Moment value={createdTime} />,
            },
            {
              id: 'expires',
              title: messages.secretExpires,
              show: ({ expireTime }) => <Moment value={expireTime} />,
            },
          ]}
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

interface NewSecretProps {
  appId: string;
  onClose(): void;
  onCreated(secret: string): void;
}

function NewSecret({ appId, onClose, onCreated }: NewSecretProps) {
  const messages = useMessages(appMessages);
  const { add, errors } = useMessages(sharedMessages);
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : errors.required) },
  });
  const make = useWrite(
    (client, name: string) => client.management.inboundApplication.addApplicationSecret(appId, name),
    {
      changes: [keyOf(appId)],
      reportsFailure: false,
      onDone: ({ cleartext }) => {
        onClose();
        onCreated(cleartext);
      },
    },
  );
  return (
    <FormModal
      opened
      onClose={onClose}
      title={messages.addSecret}
      action={add}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit(({ name }) => make.mutate(name.trim()))}
    >
      <TextInput label={messages.secretName} withAsterisk data-autofocus {...form.getInputProps('name')} />
    </FormModal>
  );
}

function Actions({ appId, name }: { appId: string; name: string }) {
  const messages = useMessages(appMessages);
  const [asks, setAsks] = useState(false);
  const revoke = useWrite(
    (client) => client.management.inboundApplication.revokeApplicationSecret(appId, name),
    { changes: [keyOf(appId)], done: messages.revoked(name) },
  );
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
