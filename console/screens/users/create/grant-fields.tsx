import { ActionIcon, Button, Group, MultiSelect, Stack } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { TenantSelect } from '../../../components/tenant-select.tsx';
import { useRoles } from '../../../components/users/lookups.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { createMessages } from './messages.ts';
import type { NewUserForm } from './values.ts';

/** Edits either project roles, or tenants with the roles in each. */
export function GrantFields({ form }: { form: NewUserForm }) {
  const messages = useMessages(createMessages);
  const roles = useRoles().data ?? [];
  const chosen = form.values.tenants;
  const rolesOf = (place: string) => [
    ...new Set(roles.filter(({ tenantId }) => tenantId === '' || tenantId === place).map(({ name }) => name)),
  ];
  const [names, setNames] = useState<Record<string, string>>({});
  return (
    <Stack gap="sm">
      <MultiSelect
        label={messages.roles}
        description={chosen.length > 0 ? messages.rolesInTenants : messages.rolesLead}
        disabled={chosen.length > 0}
        data={rolesOf('')}
        searchable
        clearable
        limit={100}
        {...form.getInputProps('roleNames')}
      />
      {chosen.map(({ tenantId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies a new line
        <Group key={index} align="flex-start" gap="xs">
          <TenantSelect
            flex="1 1 180px"
            label={messages.tenant}
            withAsterisk
            error={form.errors[`tenants.${index}.tenantId`]}
            value={tenantId || null}
            without={chosen.map((other) => other.tenantId).filter((id) => id !== tenantId)}
            onChange={(id, name) => {
              setNames((names) => ({ ...names, ...(id && { [id]: name }) }));
              form.setFieldValue(`tenants.${index}`, { tenantId: id ?? '', roleNames: [] });
            }}
          />
          <MultiSelect
            flex="2 1 220px"
            label={messages.tenantRoles}
            {...(chosen[index]?.roleNames.length === 0 && { placeholder: messages.tenantRolesLead })}
            data={rolesOf(tenantId)}
            searchable
            clearable
            limit={100}
            {...form.getInputProps(`tenants.${index}.roleNames`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={28}
            aria-label={messages.removeTenant(names[tenantId] ?? '')}
            onClick={() => form.removeListItem('tenants', index)}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={chosen.some(({ tenantId }) => tenantId === '')}
          onClick={() => form.insertListItem('tenants', { tenantId: '', roleNames: [] })}
        >
          {messages.addTenant}
        </Button>
      </div>
    </Stack>
  );
}
