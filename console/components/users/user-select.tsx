import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { labelOf } from './user-facts.ts';
import { isSearchable } from './view.ts';

interface UserSelectProps {
  label: string;
  description: string;
  placeholder: string;
  value?: string | null;
  onChange(userId: string | null): void;
  error?: ReactNode;
  /** The ID of a user who cannot be chosen. */
  without: string;
}

/** Selects a user by part of a name or login ID. */
export function UserSelect({ value = null, without, ...rest }: UserSelectProps) {
  const messages = useMessages(sharedMessages);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 250);
  const isSearching = isSearchable(text);
  const found = useRead(
    ['users', 'select', text],
    (client) => client.management.user.search({ text, limit: 10, withTestUser: true }),
    { enabled: isSearching },
  );
  const users = (isSearching && found.data?.users) || [];
  return (
    <Select
      {...rest}
      withAsterisk
      data-autofocus
      searchable
      openOnFocus={false}
      clearable
      data={users
        .filter(({ userId }) => userId !== without)
        .map((user) => ({ value: user.userId, label: labelOf(user) }))}
      // The server has already filtered; it may have matched a field that is not displayed.
      filter={({ options }) => options}
      {...(isSearching && found.isSuccess && { nothingFoundMessage: messages.nothingFound })}
      value={value}
      onSearchChange={setTyped}
    />
  );
}
