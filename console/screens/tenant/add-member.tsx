import { MultiSelect } from '@mantine/core';
import type { Client, Result, Tenant, User } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDialogForm } from '../../parts/use-dialog-form.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { useTenantRoles } from './tenant-roles.ts';
import { UserPicker } from './user-picker.tsx';
import { tenantWords } from './words.ts';

interface AddMemberProps {
  tenant: Tenant;
  opened: boolean;
  onClose(): void;
}

type Values = { userIds: string[]; roleNames: string[] };

export function AddMember({ tenant, opened, onClose }: AddMemberProps) {
  const words = useWords(tenantWords);
  const { add, optional, errors } = useWords(everywhere);
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
      tellsFailure: false,
      done: (user) => words.memberAdded(nameOf(user)),
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
      title={words.addMember}
      action={add}
      isBusy={write.isPending}
      error={write.error}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <UserPicker
        label={words.user}
        description={words.userLead}
        withAsterisk
        data-autofocus
        maxValues={1}
        {...form.getInputProps('userIds')}
        value={form.values.userIds}
      />
      <MultiSelect
        label={`${words.roles} (${optional})`}
        description={words.furtherRolesLead}
        data={roleNames}
        searchable
        {...form.getInputProps('roleNames')}
      />
    </FormModal>
  );
}

/** A new member gets the default roles; these come beside them. */
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
