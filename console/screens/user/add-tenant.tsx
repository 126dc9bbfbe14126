import { MultiSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Client, Result, User } from '../../../client/client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { TenantSelect } from '../../parts/tenant-select.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { useTenantRoles } from '../tenant/tenant-roles.ts';
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
  const { add, errors } = useWords(everywhere);
  const [chosenName, setChosenName] = useState('');
  const form = useForm<Values>({
    initialValues: { tenantId: null, roleNames: [] },
    validate: { tenantId: (id) => (id ? null : errors.required) },
  });
  const names = useTenantRoles(form.values.tenantId ?? '', form.values.tenantId !== null);
  const leave = useUserWrite((client, { tenantId }: Values) =>
    client.management.user.removeTenant(user.userId, tenantId ?? ''),
  );
  const join = useUserWrite((client, values: Values) => addMember(client, user.userId, values), {
    tellsFailure: false,
    done: () => words.addedTo(chosenName),
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
      error={join.error}
      onSubmit={form.onSubmit((values) => join.mutate(values))}
    >
      <TenantSelect
        label={words.tenant}
        withAsterisk
        data-autofocus
        value={form.values.tenantId}
        error={form.errors['tenantId']}
        without={user.userTenants.map(({ tenantId }) => tenantId)}
        onChange={(id, name) => {
          setChosenName(name);
          form.setFieldValue('tenantId', id);
        }}
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
