import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Tenant, User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { isSearchable } from '../users/view.ts';
import { AddMember } from './add-member.tsx';
import { rolesIn } from './member.ts';
import { MemberActions } from './member-actions.tsx';
import type { View } from './view.ts';
import { tenantWords } from './words.ts';

const pageSize = 25;
const sortFields = ['name', 'email', 'status'];

interface MembersProps {
  tenant: Tenant;
  view: View;
  onView(changes: Partial<View>, options?: { replace?: boolean }): void;
}

export function Members({ tenant, view, onView }: MembersProps) {
  const words = useWords(tenantWords);
  const { nothingFound } = useWords(everywhere);
  const mayChange = useMay('administrator');
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
      {words.addMember}
    </Button>
  );
  return (
    <Stack>
      <Group justify="space-between">
        <SearchBox
          label={words.searchMembers}
          value={view.text}
          onChange={(text) => onView({ text, page: 1 }, { replace: true })}
        />
        {add}
      </Group>
      <RecordTable
        label={words.members}
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
            <EmptyState icon={Users} title={words.noMembers} lead={words.noMembersLead} action={add} />
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
  const words = useWords(tenantWords);
  return [
    {
      id: 'name',
      title: words.user,
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
    { id: 'email', title: words.email, sortField: 'email', show: ({ email }) => email },
    { id: 'roles', title: words.roles, show: (user) => rolesIn(user, tenant.id).join(', ') },
    {
      id: 'status',
      title: words.status,
      sortField: 'status',
      show: ({ status }) => (
        <Badge variant="light" color={status === 'enabled' ? 'teal' : 'gray'} tt="none">
          {words.statuses[status]}
        </Badge>
      ),
    },
  ];
}
