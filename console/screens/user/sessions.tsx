import { Button, Menu, Text } from '@mantine/core';
import { Laptop } from 'lucide-react';
import { useState } from 'react';
import type { User, UserSession } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { Section } from './section.tsx';
import { sessionWords } from './sessions-words.ts';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { useUserWrite } from './use-user-write.ts';
import { userWords } from './words.ts';

/** Where the user is signed in. */
export function Sessions({ user }: { user: User }) {
  const words = useWords(sessionWords);
  const { signOut } = useWords(userWords);
  const may = useMay('support');
  const [asks, setAsks] = useState(false);
  const sessions = useRead(['user', user.userId, 'sessions'], (client) =>
    client.management.user.listSessions(user.userId),
  );
  const columns: Column<UserSession>[] = [
    { id: 'device', title: words.device, show: (session) => <Device session={session} /> },
    {
      id: 'methods',
      title: words.methods,
      width: 160,
      show: ({ amr }) => amr.map((method) => words.method[method] ?? method).join(', '),
    },
    {
      id: 'signedIn',
      title: words.signedIn,
      width: 150,
      show: ({ createdTime }) => <Moment value={createdTime} />,
    },
    {
      id: 'lastUsed',
      title: words.lastUsed,
      width: 150,
      show: ({ lastUsedTime }) => <Moment value={lastUsedTime} />,
    },
    {
      id: 'ends',
      title: words.ends,
      width: 150,
      show: ({ expirationTime }) => <Moment value={expirationTime} />,
    },
  ];
  const hasSome = (sessions.data?.length ?? 0) > 0;
  return (
    <Section
      title={words.sessions}
      lead={words.sessionsLead}
      actions={
        hasSome && (
          <Button variant="default" size="xs" disabled={!may} onClick={() => setAsks(true)}>
            {signOut} …
          </Button>
        )
      }
    >
      <RecordTable
        label={words.sessions}
        columns={columns}
        records={sessions.data}
        idOf={({ id }) => id}
        error={sessions.error}
        retry={() => void sessions.refetch()}
        empty={<EmptyState icon={Laptop} title={words.noSessions} lead={words.noSessionsLead} />}
        {...(may && { actions: (session: UserSession) => <Revoke session={session} /> })}
      />
      <SignOutEverywhere user={user} opened={asks} onClose={() => setAsks(false)} />
    </Section>
  );
}

function Device({ session }: { session: UserSession }) {
  const words = useWords(sessionWords);
  const { deviceType, userAgent, ip, selectedTenant, impersonatorId } = session;
  return (
    <>
      <Text size="sm">
        {words.devices[deviceType]} · {ip}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={2} title={userAgent}>
        {userAgent}
      </Text>
      {selectedTenant && (
        <Text size="xs">
          {words.tenant}{' '}
          <ScreenLink to={`tenants/${encodeURIComponent(selectedTenant)}`}>{selectedTenant}</ScreenLink>
        </Text>
      )}
      {impersonatorId && (
        <Text size="xs">
          {words.actsAs} <ScreenLink to={`users/${impersonatorId}`}>{impersonatorId}</ScreenLink>
        </Text>
      )}
    </>
  );
}

function Revoke({ session }: { session: UserSession }) {
  const words = useWords(sessionWords);
  const [asks, setAsks] = useState(false);
  const revoke = useUserWrite((client) => client.management.user.revokeSessions([session.id]), {
    done: words.revoked,
  });
  const name = `${words.devices[session.deviceType]} · ${session.ip}`;
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
        title={words.revokeTitle}
        action={words.revokeAction}
        onConfirm={() => revoke.mutateAsync(undefined)}
      >
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {words.revokeLead}
      </Confirm>
    </>
  );
}
