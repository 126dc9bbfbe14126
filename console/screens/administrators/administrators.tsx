import { Badge, Button, Group, Text } from '@mantine/core';
import { UserCog, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { AdministrationProvider } from '../../session/project.tsx';
import { useSession } from '../../session/session.tsx';
import { AdministratorActions } from './administrator-actions.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { Invite } from './invite.tsx';
import { administratorMessages } from './messages.ts';
import { RightsText, rightsOf } from './role-choice.tsx';

const defaults = { text: '', page: 1, invite: false };
const pageSize = 25;

/**
 * Lists the administrators. They are users of the administration project, so this screen uses the same API as the user
 * list.
 */
export default function Administrators() {
  return (
    <AdministrationProvider>
      <List />
    </AdministrationProvider>
  );
}

function List() {
  const messages = useMessages(administratorMessages);
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
      title: messages.name,
      show: ({ name, userId }) => (
        <Group gap={6} component="span">
          {name || '—'}
          {userId === self.userId && (
            <Badge size="sm" variant="default" tt="none">
              {messages.you}
            </Badge>
          )}
        </Group>
      ),
    },
    { id: 'loginId', title: messages.loginId, show: ({ loginIds }) => loginIds.join(', ') },
    { id: 'role', title: messages.role, show: (user) => <RightsText rights={rightsOf(user)} /> },
    { id: 'status', title: messages.status, show: ({ status }) => <Status status={status} /> },
    { id: 'factors', title: messages.factors, show: (user) => <Factors user={user} /> },
    {
      id: 'created',
      title: messages.created,
      show: ({ createdTime }) => <Moment value={createdTime} style="date" />,
    },
  ];
  const invite = (
    <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => change({ invite: true })}>
      {messages.invite}
    </Button>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={invite}>
      <SearchBox
        label={messages.search}
        value={view.text}
        onChange={(text) => change({ text, page: 1 }, { replace: true })}
      />
      <RecordTable
        label={messages.title}
        columns={columns}
        records={found.data?.users}
        isFetching={found.isPlaceholderData}
        idOf={({ userId }) => userId}
        error={found.error}
        retry={found.refetch}
        empty={<EmptyState icon={UserCog} title={messages.title} lead={messages.lead} action={invite} />}
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
      <InvitationLink token={token} onClose={() => setToken(undefined)} />
    </Page>
  );
}

function Status({ status }: Pick<User, 'status'>) {
  const messages = useMessages(administratorMessages);
  const state = status === 'enabled' || status === 'disabled' ? status : 'invited';
  const color = { enabled: 'teal', disabled: 'red', invited: 'blue' }[state];
  return (
    <Badge variant="light" color={color} tt="none">
      {messages[state]}
    </Badge>
  );
}

function Factors({ user: { TOTP, password, webauthn } }: { user: User }) {
  const messages = useMessages(administratorMessages);
  const ways = [...(webauthn ? [messages.passkey] : []), ...(TOTP && password ? [messages.totp] : [])];
  return ways.length > 0 ? (
    ways.join(', ')
  ) : (
    <Text span inherit c="dimmed">
      {messages.nothing}
    </Text>
  );
}
