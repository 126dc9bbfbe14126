import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import type { Role, RoleUpdateInput } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { useMergeSince } from '../../api/use-merge-since.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { rolesMessages } from './messages.ts';

interface RoleFormProps {
  /** If undefined, a new one is created. */
  role?: Role;
  opened: boolean;
  onClose(): void;
}

type Values = Pick<Role, 'name' | 'description' | 'permissionNames' | 'tenantId' | 'default' | 'private'>;

const blank: Values = {
  name: '',
  description: '',
  permissionNames: [],
  tenantId: '',
  default: false,
  private: false,
};
const changes = [['roles'], ['users'], ['tenant']];

export function RoleForm({ role, opened, onClose }: RoleFormProps) {
  const messages = useMessages(rolesMessages);
  const { create, save, errors } = useMessages(sharedMessages);
  const { client } = useProject();
  const permissions = useRead(['permissions'], (client) => client.management.permission.loadAll(), {
    enabled: opened,
  });
  const tenants = useRead(['tenants', 'all'], (client) => client.management.tenant.loadAll(), {
    enabled: opened && !role,
  });
  const form = useDialogForm<Values>(opened, {
    initialValues: role ? valuesOf(role) : blank,
    validate: { name: (name) => (name.trim() ? null : errors.required) },
  });
  const mergeSince = useMergeSince(opened, role ? valuesOf(role) : blank);
  const write = useWrite(
    async (client, { name, tenantId, ...values }: Values) => {
      if (!role) {
        return client.management.role.create({ ...values, name: name.trim(), ...(tenantId && { tenantId }) });
      }
      const all = await unwrap(client.management.role.loadAll());
      const current = all.find(({ id }) => id === role.id) ?? role;
      const {
        name: newName,
        tenantId: _,
        ...merged
      } = mergeSince({ ...values, name: name.trim(), tenantId }, valuesOf(current));
      return client.management.role.update({ ...merged, id: role.id, newName });
    },
    {
      changes,
      reportsFailure: false,
      done: (_, { name }) => (role ? messages.roleSaved(name) : messages.roleCreated(name)),
      ...(role && { undo: () => unwrap(client.management.role.update(toWire(role))) }),
      onDone: onClose,
    },
  );
  return (
    <FormDrawer
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={role ? messages.editRole(role.name) : messages.newRole}
      action={role ? save : create}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <TextInput label={messages.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Textarea label={messages.description} autosize maxRows={4} {...form.getInputProps('description')} />
      <MultiSelect
        label={messages.permissions}
        description={messages.permissionsLead}
        data={permissions.data?.map(({ name }) => name) ?? []}
        searchable
        limit={100}
        {...form.getInputProps('permissionNames')}
      />
      {!role && (
        <Select
          label={messages.where}
          description={messages.whereLead}
          data={[
            { value: '', label: messages.project },
            ...(tenants.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          searchable
          allowDeselect={false}
          limit={100}
          {...form.getInputProps('tenantId')}
        />
      )}
      <Checkbox label={messages.isDefault} {...form.getInputProps('default', { type: 'checkbox' })} />
      <Checkbox
        label={messages.isPrivate}
        description={messages.isPrivateLead}
        {...form.getInputProps('private', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}

function valuesOf({ name, description, permissionNames, tenantId, ...flags }: Role): Values {
  return { name, description, permissionNames, tenantId, default: flags.default, private: flags.private };
}

function toWire(role: Role): RoleUpdateInput {
  const { name, tenantId: _, ...values } = valuesOf(role);
  return { ...values, id: role.id, newName: name };
}
