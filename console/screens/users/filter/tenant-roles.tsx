import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { TenantSelect } from '../../../components/tenant-select.tsx';
import { useTenantRoles } from '../../../components/tenants/tenant-roles.ts';
import { useTenantNames } from '../../../components/use-tenants.ts';
import { splitTenantRole } from '../../../components/users/view.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { filterMessages } from './messages.ts';

interface TenantRolesProps {
  /** Each is `tenantId:role`. */
  value: string[];
  onChange(value: string[]): void;
}

/** Selects roles in tenants: first a tenant, then its roles. */
export function TenantRoles({ value, onChange }: TenantRolesProps) {
  const messages = useMessages(filterMessages);
  const named = value.map((text) => splitTenantRole(text).tenantId);
  /** The chosen tenants, including those without a chosen role. */
  const [opened, setOpened] = useState<Record<string, string>>({});
  const names = useTenantNames(named.filter((id) => !(id in opened)));
  const places = [...new Set([...named, ...Object.keys(opened)])];
  const open = (id: string, name: string) => setOpened((opened) => ({ ...opened, [id]: name }));
  return (
    <>
      <TenantSelect
        // Cleared for the next choice.
        key={Object.keys(opened).length}
        label={messages.tenantRoles}
        description={messages.tenantRolesLead}
        value={null}
        onChange={(id, name) => id && open(id, name)}
        without={places}
      />
      {places.map((id) => {
        const name = opened[id] ?? names.get(id) ?? id;
        const isHere = (text: string) => splitTenantRole(text).tenantId === id;
        return (
          <RolesIn
            key={id}
            tenantId={id}
            name={name}
            value={value.filter(isHere).map((text) => splitTenantRole(text).role)}
            onChange={(roles) => {
              open(id, name);
              onChange([...value.filter((text) => !isHere(text)), ...roles.map((role) => `${id}:${role}`)]);
            }}
          />
        );
      })}
    </>
  );
}

interface RolesInProps {
  tenantId: string;
  name: string;
  value: string[];
  onChange(roles: string[]): void;
}

function RolesIn({ tenantId, name, value, onChange }: RolesInProps) {
  const messages = useMessages(filterMessages);
  const roles = useTenantRoles(tenantId);
  return (
    <MultiSelect
      label={messages.rolesIn(name)}
      // Roles in the address stay selected even if they no longer exist.
      data={[...new Set([...roles, ...value])]}
      limit={100}
      searchable
      clearable
      value={value}
      onChange={onChange}
    />
  );
}
