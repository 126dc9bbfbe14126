import { Badge, Button, Group, Text } from '@mantine/core';
import { UserCog, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { AdministrationProvider } from '../../session/project.tsx';
import { useSession } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { AdministratorActions } from './administrator-actions.tsx';
import { HandOver } from './hand-over.tsx';
import { Invite } from './invite.tsx';
import { roleOf } from './role-choice.tsx';
import { administratorWords } from './words.ts';

const defaults = { text: '', page: 1, invite: false };
const pageSize = 25;

/** They are users of the administration project, so this screen asks what the screen of users asks. */
export default function Administrators() {
  return (
    <AdministrationProvider>
      <List />
    </AdministrationProvider>
  );
}

function List() {
  const words = useWords(administratorWords);
  const { administrator: self } = useSession();
  const [view, change] = useUrlState(defaults);
  const [token, setToken] = useState<string>();
  const found = useRead(['administrators', view.text, view.page], (client) =>
    client.management.user.search({
      ...(view.text.length >= 3 && { text: view.text }),
      page: view.page - 1,
      limit: pageSize,
    }),
  );
  const columns: Column<User>[] = [
    {
      id: 'name',
      title: words.name,
      show: ({ name, userId }) => (
        <Group gap={6} component="span">
          {name || '—'}
          {userId === self.userId && (
            <Badge size="sm" variant="default" tt="none">
              {words.you}
            </Badge>
          )}
        </Group>
      ),
    },
    { id: 'loginId', title: words.loginId, show: ({ loginIds }) => loginIds.join(', ') },
    { id: 'role', title: words.role, show: (user) => words.roles[roleOf(user)] },
    { id: 'status', title: words.status, show: ({ status }) => <Status status={status} /> },
    { id: 'factors', title: words.factors, show: (user) => <Factors user={user} /> },
    {
      id: 'created',
      title: words.created,
      show: ({ createdTime }) => <Moment value={createdTime} style="date" />,
    },
  ];
  const invite = (
    <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => change({ invite: true })}>
      {words.invite}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={invite}>
      <SearchBox
        label={words.search}
        value={view.text}
        onChange={(text) => change({ text, page: 1 }, { replace: true })}
      />
      <RecordTable
        label={words.title}
        columns={columns}
        records={found.data?.users}
        isFetching={found.isPlaceholderData}
        idOf={({ userId }) => userId}
        error={found.error}
        retry={found.refetch}
        empty={<EmptyState icon={UserCog} title={words.title} lead={words.lead} action={invite} />}
        page={view.page}
        pageSize={pageSize}
        total={found.data?.total ?? 0}
        onPage={(page) => change({ page })}
        actions={(user) => <AdministratorActions user={user} onToken={setToken} />}
      />
      <Invite
        opened={view.invite}
        onClose={() => change({ invite: false }, { replace: true })}
        onToken={setToken}
      />
      <HandOver token={token} onClose={() => setToken(undefined)} />
    </Page>
  );
}

function Status({ status }: Pick<User, 'status'>) {
  const words = useWords(administratorWords);
  const state = status === 'enabled' || status === 'disabled' ? status : 'invited';
  const color = { enabled: 'teal', disabled: 'red', invited: 'blue' }[state];
  return (
    <Badge variant="light" color={color} tt="none">
      {words[state]}
    </Badge>
  );
}

function Factors({ user: { TOTP, password, webauthn } }: { user: User }) {
  const words = useWords(administratorWords);
  const ways = [...(webauthn ? [words.passkey] : []), ...(TOTP && password ? [words.totp] : [])];
  return ways.length > 0 ? (
    ways.join(', ')
  ) : (
    <Text span inherit c="dimmed">
      {words.nothing}
    </Text>
  );
}
