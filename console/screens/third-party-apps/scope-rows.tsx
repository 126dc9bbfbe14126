import { Checkbox, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import type { InboundApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { Rows } from '../../components/rows.tsx';
import { allProfileFields } from '../../components/users/profile-fields.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { thirdPartyMessages } from './messages.ts';

export type Scope = InboundApplication['permissionsScopes'][number];

const empty: Scope = { name: '', description: '', values: [], optional: false };

/** The attributes that every user has. Custom ones can be typed. */
const attributes = ['loginIds', ...allProfileFields];

interface ScopeRowsProps {
  scopes: Scope[];
  onChange(scopes: Scope[]): void;
  gives: 'roles' | 'attributes';
}

/** Edits scopes: their names, what the user reads, and the roles or attributes that they give. */
export function ScopeRows({ scopes, onChange, gives }: ScopeRowsProps) {
  const messages = useMessages(thirdPartyMessages);
  const { nothingFound, errors } = useMessages(sharedMessages);
  const roles = useRead(['roles'], (client) => client.management.role.loadAll(), {
    enabled: gives === 'roles',
  });
  const roleNames = (roles.data ?? []).filter(({ tenantId }) => !tenantId).map(({ name }) => name);
  return (
    <Rows
      rows={scopes}
      onChange={onChange}
      empty={empty}
      addLabel={messages.addScope}
      nameOf={messages.scope}
      show={({ name, description, values, optional }, set) => (
        <>
          <TextInput
            label={messages.scopeName}
            value={name}
            onChange={(event) => set({ name: event.currentTarget.value.trim() })}
            error={name ? null : errors.required}
            autoCapitalize="none"
            flex="1 1 9rem"
          />
          <TextInput
            label={messages.scopeDescription}
            value={description}
            onChange={(event) => set({ description: event.currentTarget.value })}
            flex="2 1 12rem"
          />
          {gives === 'roles' ? (
            <MultiSelect
              label={messages.roles}
              data={[...new Set([...roleNames, ...values])]}
              searchable
              nothingFoundMessage={nothingFound}
              value={values}
              onChange={(values) => set({ values })}
              flex="1 1 12rem"
            />
          ) : (
            <TagsInput
              label={messages.attributes}
              data={attributes}
              value={values}
              onChange={(values) => set({ values })}
              flex="1 1 12rem"
            />
          )}
          <Checkbox
            label={messages.optional}
            checked={optional}
            onChange={(event) => set({ optional: event.currentTarget.checked })}
            flex="1 1 60%"
          />
        </>
      )}
    />
  );
}
