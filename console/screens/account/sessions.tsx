import { Badge, Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleAccountAnswer } from '../../../client/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import type { Column } from '../../components/table-column.ts';
import { Section } from '../../components/users/section.tsx';
import { sessionMessages } from '../../components/users/session-messages.ts';
import { useMessages } from '../../i18n/language.tsx';
import { accountMessages } from './messages.ts';
import { useAccountWrite } from './use-account.ts';

type Session = ConsoleAccountAnswer['sessions'][number];

export function Sessions({ account: { sessions } }: { account: ConsoleAccountAnswer }) {
  const messages = useMessages(accountMessages);
  const shared = useMessages(sessionMessages);
  const columns: Column<Session>[] = [
    { id: 'device', title: shared.device, width: 300, show: (session) => <Device session={session} /> },
    {
      id: 'methods',
      title: shared.methods,
      width: 160,
      show: ({ amr }) => amr.map((method) => shared.method[method] ?? method).join(', '),
    },
    {
      id: 'signedIn',
      title: shared.signedIn,
      width: 150,
      show: ({ createdTime }) => <Moment value={createdTime} />,
    },
    {
      id: 'lastUsed',
      title: shared.lastUsed,
      width: 150,
      show: ({ lastUsedTime }) => <Moment value={lastUsedTime} />,
    },
  ];
  return (
    <Section
      title={messages.sessions}
      lead={messages.sessionsLead}
      actions={sessions.length > 1 && <EndOthers />}
    >
      <RecordTable
        label={messages.sessions}
        columns={columns}
        records={sessions}
        idOf={({ id }) => id}
        empty={null}
        actions={(session) => !session.current && <End session={session} />}
      />
    </Section>
  );
}

function Device({ session: { deviceType, userAgent, ip, current } }: { session: Session }) {
  const messages = useMessages(accountMessages);
  const { devices } = useMessages(sessionMessages);
  return (
    <>
      <Text size="sm" component="div">
        {devices[deviceType]} · {ip}{' '}
        {current && (
          <Badge size="sm" variant="default" tt="none">
            {messages.thisSession}
          </Badge>
        )}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={2} title={userAgent}>
        {userAgent}
      </Text>
    </>
  );
}

function End({ session: { id, deviceType, ip } }: { session: Session }) {
  const messages = useMessages(accountMessages);
  const { devices, revoke, revoked } = useMessages(sessionMessages);
  const [asks, setAsks] = useState(false);
  const end = useAccountWrite((client, _: undefined) => client.console.endSessions([id], ''), {
    done: revoked,
  });
  const name = `${devices[deviceType]} · ${ip}`;
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {revoke}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.endTitle}
        action={messages.end}
        onConfirm={() => end.mutateAsync(undefined)}
      >
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {messages.endLead}
      </Confirm>
    </>
  );
}

function EndOthers() {
  const messages = useMessages(accountMessages);
  const [asks, setAsks] = useState(false);
  const end = useAccountWrite((client, _: undefined) => client.console.endSessions(undefined, ''), {
    done: messages.othersEnded,
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsks(true)}>
        {messages.endOthers}
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.endOthersTitle}
        action={messages.end}
        onConfirm={() => end.mutateAsync(undefined)}
      >
        {messages.endOthersLead}
      </Confirm>
    </>
  );
}
