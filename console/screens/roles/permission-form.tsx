import { Textarea, TextInput } from '@mantine/core';
import type { Permission } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDialogForm } from '../../parts/use-dialog-form.ts';
import { useProject } from '../../session/project.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { rolesWords } from './words.ts';

interface PermissionFormProps {
  /** Absent: a new one. */
  permission?: Permission;
  opened: boolean;
  onClose(): void;
}

type Values = Pick<Permission, 'name' | 'description'>;

export function PermissionForm({ permission, opened, onClose }: PermissionFormProps) {
  const words = useWords(rolesWords);
  const { create, save, errors } = useWords(everywhere);
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
      tellsFailure: false,
      done: (_, { name }) => (permission ? words.permissionSaved(name) : words.permissionMade(name)),
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
      title={permission ? words.editPermission(name) : words.newPermission}
      action={permission ? save : create}
      isBusy={write.isPending}
      error={write.error}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <TextInput label={words.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Textarea label={words.description} autosize maxRows={4} {...form.getInputProps('description')} />
    </FormModal>
  );
}
