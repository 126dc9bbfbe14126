import { Button, Menu, Skeleton } from '@mantine/core';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { Client, User } from '../../../../client/client.ts';
import { useRead } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { nameOf } from '../../../components/users/user-facts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import type { SignInSummary } from '../use-sign-in-summary.ts';
import { useUserWrite } from '../use-user-write.ts';
import { CredentialRow } from './credential-row.tsx';

type ListAnswer = Awaited<ReturnType<Client['management']['user']['listPasskeys']>>;
type Passkey = Extract<ListAnswer, { ok: true }>['data'][number];

interface PasskeysProps {
  user: User;
  passkeys: SignInSummary['passkeys'];
}

export function Passkeys({ user, passkeys: { count, createdTime } }: PasskeysProps) {
  const messages = useMessages(credentialMessages);
  if (count === 0) {
    return <CredentialRow icon={Fingerprint} name={messages.passkeys} state={messages.noPasskeys} />;
  }
  return (
    <CredentialRow
      icon={Fingerprint}
      name={messages.passkeys}
      state={
        <>
          {messages.passkeyCount(count)} · {messages.newestSince}{' '}
          <Moment value={createdTime} style="relative" />
        </>
      }
      actions={count > 1 && <RemoveAll user={user} />}
      details={<PasskeyList user={user} />}
    />
  );
}

function PasskeyList({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const may = useHasRole('support');
  const passkeys = useRead(['user', user.userId, 'passkeys'], (client) =>
    client.management.user.listPasskeys(user.userId),
  );
  if (passkeys.error) return <ErrorNotice error={passkeys.error} retry={() => void passkeys.refetch()} />;
  if (!passkeys.data) return <Skeleton h={36} />;
  return (
    <ul className="plain-list" aria-label={messages.passkeys}>
      {passkeys.data.map((passkey) => (
        <li key={passkey.id} className="item">
          <div className="item-text">
            {passkey.displayName || messages.unknownDevice}
            <div>
              {messages.kinds[passkey.kind === 'multiDevice' ? 'multiDevice' : 'singleDevice']} ·{' '}
              {passkey.rpId} · {messages.createdSince} <Moment value={passkey.createdTime} style="relative" />
            </div>
          </div>
          {may && <Remove user={user} passkey={passkey} />}
        </li>
      ))}
    </ul>
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
          {messages.remove}
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
