import { Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { Client, User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import type { Column } from '../../components/table-column.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { nameOf } from '../users/user-facts.ts';
import { credentialMessages } from './credential-messages.ts';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

type ListAnswer = Awaited<ReturnType<Client['management']['user']['listPasskeys']>>;
type Passkey = Extract<ListAnswer, { ok: true }>['data'][number];

export function Passkeys({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const may = useHasRole('support');
  // The user record says whether there are passkeys, which saves the request if there are none.
  const passkeys = useRead(
    ['user', user.userId, 'passkeys'],
    (client) => client.management.user.listPasskeys(user.userId),
    { enabled: user.webauthn },
  );
  const columns: Column<Passkey>[] = [
    {
      id: 'device',
      title: messages.device,
      show: ({ displayName }) => displayName || messages.unknownDevice,
    },
    {
      id: 'kind',
      title: messages.kind,
      show: ({ kind }) => messages.kinds[kind === 'multiDevice' ? 'multiDevice' : 'singleDevice'],
    },
    { id: 'domain', title: messages.domain, show: ({ rpId }) => rpId },
    { id: 'created', title: messages.created, show: ({ createdTime }) => <Moment value={createdTime} /> },
  ];
  if (!user.webauthn) return <Section title={messages.passkeys} lead={messages.noPasskeys} />;
  const hasSeveral = (passkeys.data?.length ?? 0) > 1;
  return (
    <Section title={messages.passkeys} actions={hasSeveral && <RemoveAll user={user} />}>
      <RecordTable
        label={messages.passkeys}
        columns={columns}
        records={passkeys.data}
        idOf={({ id }) => id}
        error={passkeys.error}
        retry={() => void passkeys.refetch()}
        empty={<Text size="sm">{messages.noPasskeys}</Text>}
        {...(may && { actions: (passkey: Passkey) => <Remove user={user} passkey={passkey} /> })}
      />
    </Section>
  );
}

function Remove({ user, passkey: { id, displayName } }: { user: User; passkey: Passkey }) {
  const messages = useMessages(credentialMessages);
  const { remove: removeLabel } = useMessages(sharedMessages);
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removePasskey(user.userId, id), {
    done: messages.passkeyRemoved,
  });
  const device = displayName || messages.unknownDevice;
  return (
    <>
      <RowMenu name={device}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {messages.removePasskey}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.removePasskeyTitle(device)}
        action={removeLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removePasskeyLead}
      </Confirm>
    </>
  );
}

function RemoveAll({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const { remove: removeLabel } = useMessages(sharedMessages);
  const may = useHasRole('support');
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeAllPasskeys(user.userId), {
    done: messages.passkeysRemoved,
  });
  return (
    <>
      <Button variant="default" size="xs" disabled={!may} onClick={() => setAsks(true)}>
        {messages.removeAllPasskeys}
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.removeAllPasskeysTitle(nameOf(user))}
        action={removeLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removePasskeyLead}
      </Confirm>
    </>
  );
}
