import { Alert, Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleAccountAnswer } from '../../../client/client.ts';
import { administration } from '../../api/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useRefresh } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Moment } from '../../components/moment.tsx';
import { useNotify } from '../../components/notify.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import type { Column } from '../../components/table-column.ts';
import { credentialMessages } from '../../components/users/credential-messages.ts';
import { Section } from '../../components/users/section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { sessionMessages } from '../../session/messages.ts';
import { answerPasskey, hasPasskeys } from '../../session/passkey.ts';
import { useSession } from '../../session/session.tsx';
import { useStep } from '../../session/use-step.ts';
import { accountMessages } from './messages.ts';
import { canLose, type FactorProps, useAccountWrite } from './use-account.ts';

type Passkey = ConsoleAccountAnswer['passkeys'][number];

export function Passkeys({ account, may }: FactorProps) {
  const messages = useMessages(accountMessages);
  const { device, unknownDevice, created } = useMessages(credentialMessages);
  const columns: Column<Passkey>[] = [
    { id: 'device', title: device, show: ({ displayName }) => displayName || unknownDevice },
    { id: 'created', title: created, show: ({ createdTime }) => <Moment value={createdTime} /> },
  ];
  const mayRemove = canLose(account, 'passkey');
  const hasSome = account.passkeys.length > 0;
  return (
    <Section title={messages.passkeys} lead={messages.passkeysLead} actions={<Add may={may} />}>
      {!hasPasskeys() && <Text size="sm">{messages.noDomain}</Text>}
      <RecordTable
        label={messages.passkeys}
        columns={columns}
        records={account.passkeys}
        idOf={({ id }) => id}
        empty={<Text size="sm">{messages.noPasskeys}</Text>}
        {...(may && mayRemove && { actions: (passkey: Passkey) => <Remove passkey={passkey} /> })}
      />
      {hasSome && !mayRemove && (
        <Text size="xs" c="dimmed">
          {messages.lastWay}
        </Text>
      )}
    </Section>
  );
}

function Add({ may }: { may: boolean }) {
  const messages = useMessages(accountMessages);
  const { passkeyGivenUp } = useMessages(sessionMessages);
  const { loginId } = useSession().administrator;
  const { problem, isBusy, run } = useStep();
  const refresh = useRefresh();
  const notify = useNotify();
  const create = () =>
    run(async () => {
      const { webauthn } = administration;
      const selection = { residentKey: 'preferred', userVerification: 'required' } as const;
      const started = await unwrap(
        webauthn.update.start(loginId, location.origin, { authenticatorSelection: selection }, false, ''),
      );
      const answer = await answerPasskey(started);
      if (!answer) return passkeyGivenUp;
      await unwrap(webauthn.update.finish(started.transactionId, answer));
      notify.done(messages.passkeyAdded);
      await refresh([['account']]);
      return undefined;
    });
  return (
    <>
      {problem && (
        <Alert color="red" role="alert" p="xs">
          {problem}
        </Alert>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={!may || !hasPasskeys()}
        loading={isBusy}
        onClick={() => void create()}
      >
        {messages.addPasskey}
      </Button>
    </>
  );
}

function Remove({ passkey: { id, displayName } }: { passkey: Passkey }) {
  const messages = useMessages(accountMessages);
  const { unknownDevice } = useMessages(credentialMessages);
  const { remove: removeLabel, withEllipsis } = useMessages(sharedMessages);
  const [asks, setAsks] = useState(false);
  const remove = useAccountWrite((client, _: undefined) => client.console.removePasskey(id, ''), {
    done: messages.passkeyRemoved,
  });
  const device = displayName || unknownDevice;
  return (
    <>
      <RowMenu name={device}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {withEllipsis(removeLabel)}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.removePasskeyTitle(device)}
        action={removeLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeLead}
      </Confirm>
    </>
  );
}
