import { Textarea, TextInput } from '@mantine/core';
import type { Permission } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { rolesMessages } from './messages.ts';

interface PermissionFormProps {
  /** If undefined, a new one is created. */
  permission?: Permission;
  opened: boolean;
  onClose(): void;
}

type Values = Pick<Permission, 'name' | 'description'>;

export function PermissionForm({ permission, opened, onClose }: PermissionFormProps) {
  const messages = useMessages(rolesMessages);
  const { create, save, errors } = useMessages(sharedMessages);
  const { client } = useProject();
  const { name = '', description = '' } = permission ?? {};
  const form = useDialogForm<Values>(opened, {
    initialValues: { name, description },
    validate: { name: (name) => (name.trim() ? null : errors.required) },
  });
  const write = useWrite(
    (client, { name: typed, description }: Values) =>
      permission
        ? client.management.permission.update({ id: permission.id, newName: typed.trim(), description })
        : client.management.permission.create({ name: typed.trim(), description }),
    {
      changes: [['permissions'], ['roles'], ['users']],
      reportsFailure: false,
      done: (_, { name }) => (permission ? messages.permissionSaved(name) : messages.permissionCreated(name)),
      ...(permission && {
        undo: () =>
          unwrap(client.management.permission.update({ id: permission.id, newName: name, description })),
      }),
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
      title={permission ? messages.editPermission(name) : messages.newPermission}
      action={permission ? save : create}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <TextInput label={messages.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Textarea label={messages.description} autosize maxRows={4} {...form.getInputProps('description')} />
    </FormModal>
  );
}
