import { MultiSelect, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { type TenantOption, useTenantOptions } from './use-tenants.ts';

interface TenantSelectProps {
  label: string;
  description?: string;
  placeholder?: string;
  withAsterisk?: boolean;
  flex?: string;
  value: string | null;
  onChange(id: string | null, name: string): void;
  error?: ReactNode;
  /** Options offered in addition to the tenants. */
  first?: TenantOption;
  /** IDs of tenants that cannot be chosen. */
  without?: string[];
  'data-autofocus'?: boolean;
}

/** Selects one of possibly thousands of tenants by part of its name or ID. */
export function TenantSelect({ value, onChange, first, without = [], ...rest }: TenantSelectProps) {
  const messages = useMessages(sharedMessages);
  const [typed, setTyped] = useState('');
  const [name, setName] = useState(first && value === first.value ? first.label : '');
  // The field contains the name of the current choice, which is not a search text.
  const text = value === null || typed !== name ? typed : '';
  const { options, offered, isFound } = useTenantOptions(
    text,
    value && value !== first?.value ? [value] : [],
  );
  const all = [...(first ? [first] : []), ...options.filter((option) => !without.includes(option.value))];
  return (
    <Select
      {...rest}
      data={all}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      // The server has already filtered; it may have matched a field that is not displayed.
      filter={({ options }) =>
        options.filter((option) => 'value' in option && (!text || offered.has(option.value)))
      }
      {...(isFound && { nothingFoundMessage: messages.nothingFound })}
      value={value}
      onChange={(id, option) => {
        setName(option?.label ?? '');
        onChange(id, option?.label ?? '');
      }}
      onSearchChange={setTyped}
    />
  );
}

interface TenantsSelectProps {
  label: string;
  value: string[];
  onChange(ids: string[]): void;
}

/** Selects several tenants. */
export function TenantsSelect({ value, onChange, label }: TenantsSelectProps) {
  const messages = useMessages(sharedMessages);
  const [typed, setTyped] = useState('');
  const { options, offered, isFound } = useTenantOptions(typed, value);
  return (
    <MultiSelect
      label={label}
      data={options}
      searchable
      clearable
      filter={({ options }) =>
        options.filter((option) => 'value' in option && (!typed.trim() || offered.has(option.value)))
      }
      {...(isFound && { nothingFoundMessage: messages.nothingFound })}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
