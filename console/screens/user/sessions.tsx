import { Button, Menu, Text } from '@mantine/core';
import { Laptop } from 'lucide-react';
import { useState } from 'react';
import type { User, UserSession } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import type { Column } from '../../components/table-column.ts';
import { Section } from '../../components/users/section.tsx';
import { sessionMessages } from '../../components/users/session-messages.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { actionMessages } from './action-messages.ts';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { useUserWrite } from './use-user-write.ts';

/** Lists the user's sessions. */
export function Sessions({ user }: { user: User }) {
  const messages = useMessages(sessionMessages);
  const { withEllipsis } = useMessages(sharedMessages);
  const { signOut } = useMessages(actionMessages);
  const may = useHasRole('support');
  const [asks, setAsks] = useState(false);
  const sessions = useRead(['user', user.userId, 'sessions'], (client) =>
    client.management.user.listSessions(user.userId),
  );
  const columns: Column<UserSession>[] = [
    { id: 'device', title: messages.device, show: (session) => <Device session={session} /> },
    {
      id: 'methods',
      title: messages.methods,
      width: 130,
      show: ({ amr }) => amr.map((method) => messages.method[method] ?? method).join(', '),
    },
    {
      id: 'signedIn',
      title: messages.signedIn,
      width: 110,
      show: ({ createdTime }) => <Moment value={createdTime} />,
    },
    {
      id: 'lastUsed',
      title: messages.lastUsed,
      width: 110,
      show: ({ lastUsedTime }) => <Moment value={lastUsedTime} />,
    },
    {
      id: 'ends',
      title: messages.ends,
      width: 110,
      show: ({ expirationTime }) => <Moment value={expirationTime} />,
    },
  ];
  const hasSome = (sessions.data?.length ?? 0) > 0;
  return (
    <Section
      title={messages.sessions}
      lead={messages.sessionsLead}
      actions={
        hasSome && (
          <Button variant="default" size="xs" disabled={!may} onClick={() => setAsks(true)}>
            {withEllipsis(signOut)}
          </Button>
        )
      }
    >
      <RecordTable
        label={messages.sessions}
        columns={columns}
        records={sessions.data}
        idOf={({ id }) => id}
        error={sessions.error}
        retry={() => void sessions.refetch()}
        empty={<EmptyState icon={Laptop} title={messages.noSessions} lead={messages.noSessionsLead} />}
        {...(may && { actions: (session: UserSession) => <Revoke session={session} /> })}
      />
      <SignOutEverywhere user={user} opened={asks} onClose={() => setAsks(false)} />
    </Section>
  );
}

function Device({ session }: { session: UserSession }) {
  const messages = useMessages(sessionMessages);
  const { userAgent, ip, selectedTenant, impersonatorId } = session;
  return (
    <>
      <Text size="sm" title={userAgent}>
        {deviceNameOf(session, messages)}
      </Text>
      <Text size="xs" c="dimmed">
        {ip}
      </Text>
      {selectedTenant && (
        <Text size="xs">
          {messages.tenant}{' '}
          <ScreenLink to={`tenants/${encodeURIComponent(selectedTenant)}`}>{selectedTenant}</ScreenLink>
        </Text>
      )}
      {impersonatorId && (
        <Text size="xs">
          {messages.actsAs} <ScreenLink to={`users/${impersonatorId}`}>{impersonatorId}</ScreenLink>
        </Text>
      )}
    </>
  );
}

/** Returns the browser and the system, as on the account page, or else the kind of device. */
function deviceNameOf(
  { deviceName, deviceType }: UserSession,
  { devices }: typeof sessionMessages.en,
): string {
  return deviceName || (devices[deviceType] ?? deviceType);
}

function Revoke({ session }: { session: UserSession }) {
  const messages = useMessages(sessionMessages);
  const [asks, setAsks] = useState(false);
  const revoke = useUserWrite((client) => client.management.user.revokeSessions([session.id]), {
    done: messages.revoked,
  });
  const name = `${deviceNameOf(session, messages)} · ${session.ip}`;
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
        title={messages.revokeTitle}
        action={messages.revokeAction}
        onConfirm={() => revoke.mutateAsync(undefined)}
      >
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {messages.revokeLead}
      </Confirm>
    </>
  );
}
