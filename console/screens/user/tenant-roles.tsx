import { MultiSelect } from '@mantine/core';
import type { User, UserTenant } from '../../../client/client.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useTenantRoles } from '../tenant/tenant-roles.ts';
import { accessMessages } from './access-messages.ts';
import { useUserWrite } from './use-user-write.ts';

interface TenantRolesProps {
  user: User;
  tenant: UserTenant;
  opened: boolean;
  onClose(): void;
}

/** Edits the roles of a member. */
export function TenantRoles({ user: { userId }, tenant, opened, onClose }: TenantRolesProps) {
  const messages = useMessages(accessMessages);
  const { save: saveLabel, nothingFound } = useMessages(sharedMessages);
  const { tenantId, roleNames } = tenant;
  const name = tenant.tenantName || tenantId;
  const names = useTenantRoles(tenantId, opened);
  const form = useDialogForm(opened, { initialValues: { roleNames } });
  const revert = useUserWrite((client, names: string[]) =>
    client.management.user.setTenantRoles(userId, tenantId, names),
  );
  const save = useUserWrite(
    (client, names: string[]) => client.management.user.setTenantRoles(userId, tenantId, names),
    {
      reportsFailure: false,
      done: messages.rolesChanged(name),
      undo: () => revert.mutateAsync(roleNames),
      onDone: () => onClose(),
    },
  );
  const close = () => {
    save.reset();
    onClose();
  };
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={messages.changeRolesTitle(name)}
      action={saveLabel}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      error={save.error}
      onSubmit={form.onSubmit(({ roleNames }) => save.mutate(roleNames))}
    >
      <MultiSelect
        label={messages.tenantRoles}
        data={names}
        searchable
        limit={50}
        nothingFoundMessage={nothingFound}
        data-autofocus
        {...form.getInputProps('roleNames')}
      />
    </FormModal>
  );
}
