import { Text, TextInput } from '@mantine/core';
import { useWrite } from '../../../api/use-api.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { ssoMessages } from './messages.ts';

interface NewConnectionProps {
  tenantId: string;
  opened: boolean;
  onClose(): void;
  onCreated(id: string): void;
}

type Values = { name: string; id: string };

export function NewConnection({ tenantId, opened, onClose, onCreated }: NewConnectionProps) {
  const messages = useMessages(ssoMessages);
  const { create, optional, errors } = useMessages(sharedMessages);
  const form = useDialogForm<Values>(opened, {
    initialValues: { name: '', id: '' },
    validate: {
      name: (name) => (name.trim() ? null : errors.required),
      id: (id) => (/^([A-Za-z0-9][A-Za-z0-9._-]{0,63})?$/.test(id.trim()) ? null : messages.connectionIdRule),
    },
  });
  const make = useWrite(
    (client, { name, id }: Values) =>
      client.management.sso.newSettings(tenantId, id.trim() || undefined, name.trim()),
    {
      changes: [['tenant', tenantId], ['tenants']],
      reportsFailure: false,
      done: ({ displayName }) => messages.connectionCreated(displayName),
      onDone: ({ ssoId }) => {
        onClose();
        onCreated(ssoId);
      },
    },
  );
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        make.reset();
        onClose();
      }}
      title={messages.another}
      action={create}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <Text size="sm">{messages.anotherLead}</Text>
      <TextInput
        label={messages.connectionName}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={`${messages.connectionId} (${optional})`}
        description={!form.errors['id'] && messages.connectionIdRule}
        autoComplete="off"
        {...form.getInputProps('id')}
      />
    </FormModal>
  );
}
