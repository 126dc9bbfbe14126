import { MultiSelect, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Client, Result, User } from '../../../client/client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { useTenantRoles } from '../tenant/tenant-roles.ts';
import { useTenants } from '../users/lookups.ts';
import { accessWords } from './access-words.ts';
import { useUserWrite } from './use-user-write.ts';

interface Values {
  tenantId: string | null;
  roleNames: string[];
}

interface AddTenantProps {
  user: User;
  opened: boolean;
  onClose(): void;
}

/** Makes the user a member of a further tenant. */
export function AddTenant({ user, opened, onClose }: AddTenantProps) {
  const words = useWords(accessWords);
  const { add, errors, nothingFound } = useWords(everywhere);
  const tenants = useTenants(opened);
  const others = (tenants.data ?? [])
    .filter(({ id }) => !user.userTenants.some(({ tenantId }) => tenantId === id))
    .map(({ id, name }) => ({ value: id, label: name || id }));
  const form = useForm<Values>({
    initialValues: { tenantId: null, roleNames: [] },
    validate: { tenantId: (id) => (id ? null : errors.required) },
  });
  const names = useTenantRoles(form.values.tenantId ?? '', form.values.tenantId !== null);
  const labelOf = (id: string | null) => others.find(({ value }) => value === id)?.label ?? id ?? '';
  const leave = useUserWrite((client, { tenantId }: Values) =>
    client.management.user.removeTenant(user.userId, tenantId ?? ''),
  );
  const join = useUserWrite((client, values: Values) => addMember(client, user.userId, values), {
    tellsFailure: false,
    done: (_, { tenantId }) => words.addedTo(labelOf(tenantId)),
    undo: (_, values) => leave.mutateAsync(values),
    onDone: () => close(),
  });
  const close = () => {
    form.reset();
    join.reset();
    onClose();
  };
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={words.addTenant}
      action={add}
      isBusy={join.isPending}
      error={join.error ?? tenants.error}
      onSubmit={form.onSubmit((values) => join.mutate(values))}
    >
      <Select
        label={words.tenant}
        data={others}
        searchable
        openOnFocus={false}
        limit={50}
        nothingFoundMessage={others.length === 0 ? words.noMoreTenants : nothingFound}
        withAsterisk
        data-autofocus
        {...form.getInputProps('tenantId')}
      />
      <MultiSelect
        label={words.tenantRoles}
        description={words.addTenantRolesLead}
        data={names}
        searchable
        limit={50}
        disabled={!form.values.tenantId}
        {...form.getInputProps('roleNames')}
      />
    </FormModal>
  );
}

/** Joining gives the default roles of the tenant; these take their place. */
async function addMember(client: Client, userId: string, values: Values): Promise<Result<User>> {
  const { tenantId, roleNames } = values;
  const joined = await client.management.user.addTenant(userId, tenantId ?? '');
  if (!joined.ok || roleNames.length === 0) return joined;
  return client.management.user.setTenantRoles(userId, tenantId ?? '', roleNames);
}
