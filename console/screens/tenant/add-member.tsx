import { MultiSelect } from '@mantine/core';
import type { Client, Result, Tenant, User } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { useTenantRoles } from '../../components/tenants/tenant-roles.ts';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { UserPicker } from './user-picker.tsx';

interface AddMemberProps {
  tenant: Tenant;
  opened: boolean;
  onClose(): void;
}

type Values = { userIds: string[]; roleNames: string[] };

export function AddMember({ tenant, opened, onClose }: AddMemberProps) {
  const messages = useMessages(tenantMessages);
  const { add, optional, errors } = useMessages(sharedMessages);
  const roleNames = useTenantRoles(tenant.id, opened);
  const form = useDialogForm<Values>(opened, {
    initialValues: { userIds: [], roleNames: [] },
    validate: { userIds: (ids) => (ids.length > 0 ? null : errors.required) },
  });
  const write = useWrite(
    (client, { userIds: [userId = ''], roleNames }: Values) =>
      addWithRoles(client, tenant.id, userId, roleNames),
    {
      changes: [['users']],
      reportsFailure: false,
      done: (user) => messages.memberAdded(nameOf(user)),
      onDone: onClose,
    },
  );
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={messages.addMember}
      action={add}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <UserPicker
        label={messages.user}
        description={messages.userLead}
        withAsterisk
        data-autofocus
        maxValues={1}
        {...form.getInputProps('userIds')}
        value={form.values.userIds}
      />
      <MultiSelect
        label={`${messages.roles} (${optional})`}
        description={messages.furtherRolesLead}
        data={roleNames}
        searchable
        {...form.getInputProps('roleNames')}
      />
    </FormModal>
  );
}

/** Adds a member, who gets `roleNames` in addition to the tenant's default roles. */
async function addWithRoles(
  client: Client,
  tenantId: string,
  userId: string,
  roleNames: string[],
): Promise<Result<User>> {
  const added = await client.management.user.addTenant(userId, tenantId);
  if (!added.ok || roleNames.length === 0) return added;
  return client.management.user.addTenantRoles(userId, tenantId, roleNames);
}
