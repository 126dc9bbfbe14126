import { Menu, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { Tenant, User } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { nameOf } from '../users/user-facts.ts';
import { rolesIn } from './member.ts';
import { tenantMessages } from './messages.ts';
import { useTenantRoles } from './tenant-roles.ts';

interface MemberProps {
  tenant: Tenant;
  user: User;
}

export function MemberActions({ tenant, user }: MemberProps) {
  const messages = useMessages(tenantMessages);
  const { client } = useProject();
  const [isChanging, setIsChanging] = useState(false);
  const { userId } = user;
  const before = rolesIn(user, tenant.id);
  const remove = useWrite((client) => client.management.user.removeTenant(userId, tenant.id), {
    changes: [['users']],
    done: messages.memberRemoved(nameOf(user)),
    undo: async () => {
      await unwrap(client.management.user.addTenant(userId, tenant.id));
      await unwrap(client.management.user.setTenantRoles(userId, tenant.id, before));
    },
  });
  return (
    <>
      <RowMenu name={nameOf(user)}>
        <Menu.Item onClick={() => setIsChanging(true)}>{messages.changeRoles}</Menu.Item>
        <Menu.Item color="red" onClick={() => remove.mutate(undefined)}>
          {messages.removeMember}
        </Menu.Item>
      </RowMenu>
      <MemberRoles tenant={tenant} user={user} opened={isChanging} onClose={() => setIsChanging(false)} />
    </>
  );
}

function MemberRoles({ tenant, user, opened, onClose }: MemberProps & { opened: boolean; onClose(): void }) {
  const messages = useMessages(tenantMessages);
  const { save } = useMessages(sharedMessages);
  const { client } = useProject();
  const { userId } = user;
  const before = rolesIn(user, tenant.id);
  const all = useTenantRoles(tenant.id, opened);
  const form = useDialogForm<{ roleNames: string[] }>(opened, { initialValues: { roleNames: before } });
  const write = useWrite(
    (client, { roleNames }: { roleNames: string[] }) =>
      client.management.user.setTenantRoles(userId, tenant.id, roleNames),
    {
      changes: [['users']],
      reportsFailure: false,
      done: messages.rolesSaved(nameOf(user)),
      undo: () => unwrap(client.management.user.setTenantRoles(userId, tenant.id, before)),
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
      title={messages.rolesOf(nameOf(user))}
      action={save}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <MultiSelect
        label={messages.roles}
        description={messages.rolesLead}
        data={all}
        searchable
        openOnFocus={false}
        data-autofocus
        {...form.getInputProps('roleNames')}
      />
    </FormModal>
  );
}
