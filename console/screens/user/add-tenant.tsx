import { MultiSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Client, Result, User } from '../../../client/client.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { TenantSelect } from '../../components/tenant-select.tsx';
import { useTenantRoles } from '../../components/tenants/tenant-roles.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { accessMessages } from './access-messages.ts';
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

/** Adds the user to another tenant. */
export function AddTenant({ user, opened, onClose }: AddTenantProps) {
  const messages = useMessages(accessMessages);
  const { add, errors } = useMessages(sharedMessages);
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
    reportsFailure: false,
    done: () => messages.addedTo(chosenName),
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
      title={messages.addTenant}
      action={add}
      isBusy={join.isPending}
      isDirty={form.isDirty()}
      error={join.error}
      form={form}
      onSubmit={form.onSubmit((values) => join.mutate(values))}
    >
      <TenantSelect
        label={messages.tenant}
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
        label={messages.tenantRoles}
        description={messages.addTenantRolesLead}
        data={names}
        searchable
        limit={50}
        disabled={!form.values.tenantId}
        {...form.getInputProps('roleNames')}
      />
    </FormModal>
  );
}

/** Adds a member. `roleNames`, if there are any, replace the tenant's default roles. */
async function addMember(client: Client, userId: string, values: Values): Promise<Result<User>> {
  const { tenantId, roleNames } = values;
  const joined = await client.management.user.addTenant(userId, tenantId ?? '');
  if (!joined.ok || roleNames.length === 0) return joined;
  return client.management.user.setTenantRoles(userId, tenantId ?? '', roleNames);
}
