import { Button, Group, Stack, Text } from '@mantine/core';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Tenant, User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { Column } from '../../components/table-column.ts';
import { rolesIn } from '../../components/tenants/member.ts';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { UserStatus } from '../../components/users/user-status.tsx';
import { isSearchable } from '../../components/users/view.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { AddMember } from './add-member.tsx';
import { MemberActions } from './member-actions.tsx';
import type { View } from './view.ts';

const pageSize = 25;
const sortFields = ['name', 'email', 'status'];

interface MembersProps {
  tenant: Tenant;
  view: View;
  onView(changes: Partial<View>, options?: { replace?: boolean }): void;
}

export function Members({ tenant, view, onView }: MembersProps) {
  const messages = useMessages(tenantMessages);
  const { nothingFound } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [isAdding, setIsAdding] = useState(false);
  const text = isSearchable(view.text) ? view.text.trim() : '';
  const sort = { field: sortFields.includes(view.sort) ? view.sort : 'name', desc: view.desc };
  const members = useRead(['users', 'members', tenant.id, text, sort, view.page], (client) =>
    client.management.user.search({
      tenantIds: [tenant.id],
      ...(text && { text }),
      sort: [sort],
      page: view.page - 1,
      limit: pageSize,
      withTestUser: true,
    }),
  );
  const add = (
    <Button
      leftSection={<UserPlus size={16} aria-hidden />}
      onClick={() => setIsAdding(true)}
      disabled={!mayChange}
    >
      {messages.addMember}
    </Button>
  );
  return (
    <Stack>
      <Group justify="space-between">
        <SearchBox
          label={messages.searchMembers}
          value={view.text}
          onChange={(text) => onView({ text, page: 1 }, { replace: true })}
        />
        {add}
      </Group>
      <RecordTable
        label={messages.members}
        columns={useMemberColumns(tenant)}
        records={members.data?.users}
        idOf={({ userId }) => userId}
        nameOf={nameOf}
        isFetching={members.isPlaceholderData}
        error={members.error}
        retry={members.refetch}
        empty={
          text ? (
            <EmptyState icon={Users} title={nothingFound} />
          ) : (
            <EmptyState icon={Users} title={messages.noMembers} lead={messages.noMembersLead} action={add} />
          )
        }
        sort={sort}
        onSort={({ field, desc }) => onView({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={members.data?.total ?? 0}
        onPage={(page) => onView({ page })}
        {...(mayChange && { actions: (user: User) => <MemberActions tenant={tenant} user={user} /> })}
      />
      <AddMember tenant={tenant} opened={isAdding} onClose={() => setIsAdding(false)} />
    </Stack>
  );
}

function useMemberColumns(tenant: Tenant): Column<User>[] {
  const messages = useMessages(tenantMessages);
  return [
    {
      id: 'name',
      title: messages.user,
      sortField: 'name',
      show: (user) => (
        <>
          <ScreenLink to={`users/${user.userId}`}>{nameOf(user)}</ScreenLink>
          <Text size="xs" c="dimmed">
            {user.loginIds.join(', ')}
          </Text>
        </>
      ),
    },
    { id: 'email', title: messages.email, sortField: 'email', show: ({ email }) => email },
    { id: 'roles', title: messages.roles, show: (user) => rolesIn(user, tenant.id).join(', ') },
    {
      id: 'status',
      title: messages.status,
      sortField: 'status',
      show: (user) => <UserStatus user={user} />,
    },
  ];
}
