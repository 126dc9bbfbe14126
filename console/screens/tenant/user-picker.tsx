import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { labelOf } from '../../components/users/user-facts.ts';
import { isSearchable } from '../../components/users/view.ts';
import { useMessages } from '../../i18n/language.tsx';

interface UserPickerProps extends Omit<MultiSelectProps, 'data' | 'searchable' | 'filter'> {
  /** IDs of the chosen users. */
  value: string[];
  /** Offers only members of this tenant. */
  tenantId?: string;
}

/** Selects users. The server searches while the administrator types. */
export function UserPicker({ value, tenantId, ...rest }: UserPickerProps) {
  const messages = useMessages(tenantMessages);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 200);
  const wanted = isSearchable(text);
  const found = useRead(
    ['users', 'picker', tenantId, text],
    (client) =>
      client.management.user.search({
        text,
        limit: 20,
        withTestUser: true,
        ...(tenantId && { tenantIds: [tenantId] }),
      }),
    { enabled: wanted },
  );
  const chosen = useRead(
    ['users', 'named', ...value],
    (client) => client.management.user.search({ userIds: value, limit: value.length, withTestUser: true }),
    { enabled: value.length > 0 },
  );
  const users = new Map<string, User>(
    [...(chosen.data?.users ?? []), ...(wanted ? (found.data?.users ?? []) : [])].map((user) => [
      user.userId,
      user,
    ]),
  );
  const data = [...new Set([...value, ...users.keys()])].map((id) => {
    const user = users.get(id);
    return { value: id, label: user ? labelOf(user) : id };
  });
  return (
    <MultiSelect
      {...rest}
      data={data}
      value={value}
      searchable
      // The server has already filtered; it may have matched a field that is not displayed.
      filter={({ options }) => (wanted ? options : [])}
      searchValue={typed}
      onSearchChange={setTyped}
      hidePickedOptions
      openOnFocus={false}
      nothingFoundMessage={wanted && found.isSuccess ? messages.userNone : undefined}
    />
  );
}
