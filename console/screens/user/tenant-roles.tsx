import { MultiSelect } from '@mantine/core';
import type { User, UserTenant } from '../../../client/client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDialogForm } from '../../parts/use-dialog-form.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { useTenantRoles } from '../tenant/tenant-roles.ts';
import { accessWords } from './access-words.ts';
import { useUserWrite } from './use-user-write.ts';

interface TenantRolesProps {
  user: User;
  tenant: UserTenant;
  opened: boolean;
  onClose(): void;
}

/** The roles of a member. */
export function TenantRoles({ user: { userId }, tenant, opened, onClose }: TenantRolesProps) {
  const words = useWords(accessWords);
  const { save: saveWord, nothingFound } = useWords(everywhere);
  const { tenantId, roleNames } = tenant;
  const name = tenant.tenantName || tenantId;
  const names = useTenantRoles(tenantId, opened);
  const form = useDialogForm(opened, { initialValues: { roleNames } });
  const takeBack = useUserWrite((client, names: string[]) =>
    client.management.user.setTenantRoles(userId, tenantId, names),
  );
  const save = useUserWrite(
    (client, names: string[]) => client.management.user.setTenantRoles(userId, tenantId, names),
    {
      tellsFailure: false,
      done: words.rolesChanged(name),
      undo: () => takeBack.mutateAsync(roleNames),
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
      title={words.changeRolesTitle(name)}
      action={saveWord}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit(({ roleNames }) => save.mutate(roleNames))}
    >
      <MultiSelect
        label={words.tenantRoles}
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
