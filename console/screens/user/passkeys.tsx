import { Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { Client, User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Moment } from '../../parts/moment.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { credentialWords } from './credentials-words.ts';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

type ListAnswer = Awaited<ReturnType<Client['management']['user']['listPasskeys']>>;
type Passkey = Extract<ListAnswer, { ok: true }>['data'][number];

export function Passkeys({ user }: { user: User }) {
  const words = useWords(credentialWords);
  const may = useMay('support');
  // The user says whether there are any: nothing is asked for when there are none.
  const passkeys = useRead(
    ['user', user.userId, 'passkeys'],
    (client) => client.management.user.listPasskeys(user.userId),
    { enabled: user.webauthn },
  );
  const columns: Column<Passkey>[] = [
    { id: 'device', title: words.device, show: ({ displayName }) => displayName || words.unknownDevice },
    {
      id: 'kind',
      title: words.kind,
      show: ({ kind }) => words.kinds[kind === 'multiDevice' ? 'multiDevice' : 'singleDevice'],
    },
    { id: 'domain', title: words.domain, show: ({ rpId }) => rpId },
    { id: 'created', title: words.created, show: ({ createdTime }) => <Moment value={createdTime} /> },
  ];
  if (!user.webauthn) return <Section title={words.passkeys} lead={words.noPasskeys} />;
  const hasSeveral = (passkeys.data?.length ?? 0) > 1;
  return (
    <Section title={words.passkeys} actions={hasSeveral && <RemoveAll user={user} />}>
      <RecordTable
        label={words.passkeys}
        columns={columns}
        records={passkeys.data}
        idOf={({ id }) => id}
        error={passkeys.error}
        retry={() => void passkeys.refetch()}
        empty={<Text size="sm">{words.noPasskeys}</Text>}
        {...(may && { actions: (passkey: Passkey) => <Remove user={user} passkey={passkey} /> })}
      />
    </Section>
  );
}

function Remove({ user, passkey: { id, displayName } }: { user: User; passkey: Passkey }) {
  const words = useWords(credentialWords);
  const { remove: removeWord } = useWords(everywhere);
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removePasskey(user.userId, id), {
    done: words.passkeyRemoved,
  });
  const device = displayName || words.unknownDevice;
  return (
    <>
      <RowMenu name={device}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {words.removePasskey}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.removePasskeyTitle(device)}
        action={removeWord}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.removePasskeyLead}
      </Confirm>
    </>
  );
}

function RemoveAll({ user }: { user: User }) {
  const words = useWords(credentialWords);
  const { remove: removeWord } = useWords(everywhere);
  const may = useMay('support');
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeAllPasskeys(user.userId), {
    done: words.passkeysRemoved,
  });
  return (
    <>
      <Button variant="default" size="xs" disabled={!may} onClick={() => setAsks(true)}>
        {words.removeAllPasskeys}
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.removeAllPasskeysTitle(nameOf(user))}
        action={removeWord}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.removePasskeyLead}
      </Confirm>
    </>
  );
}
