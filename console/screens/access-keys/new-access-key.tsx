import { MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useRead, useWrite } from '../../api/use-api.ts';
import { now } from '../../clock.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { accessKeyMessages } from './messages.ts';

interface Values {
  name: string;
  description: string;
  days: string;
  roleNames: string[];
  permittedIps: string[];
}

const daySeconds = 86_400;

interface NewAccessKeyProps {
  opened: boolean;
  onClose(): void;
  onCreated(secret: string): void;
}

export function NewAccessKey({ opened, onClose, onCreated }: NewAccessKeyProps) {
  const messages = useMessages(accessKeyMessages);
  const { create, errors, never } = useMessages(sharedMessages);
  const roles = useRead(['roles'], (client) => client.management.role.loadAll(), { enabled: opened });
  const form = useDialogForm<Values>(opened, {
    initialValues: { name: '', description: '', days: '90', roleNames: [], permittedIps: [] },
    validate: { name: (name) => (name.trim() ? null : errors.required) },
  });
  const make = useWrite(
    (client, { name, days, ...rest }: Values) =>
      client.management.accessKey.create({
        ...rest,
        name: name.trim(),
        expireTime: days ? Math.floor(now() / 1000) + Number(days) * daySeconds : 0,
      }),
    {
      changes: [['access-keys']],
      reportsFailure: false,
      onDone: ({ cleartext }) => {
        onClose();
        onCreated(cleartext);
      },
    },
  );
  return (
    <FormDrawer
      opened={opened}
      onClose={() => {
        make.reset();
        onClose();
      }}
      title={messages.create}
      action={create}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <TextInput label={messages.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Textarea label={messages.description} autosize maxRows={4} {...form.getInputProps('description')} />
      <Select
        label={messages.expiresAfter}
        data={[
          ...['30', '90', '365'].map((value) => ({ value, label: messages.days(Number(value)) })),
          { value: '', label: never },
        ]}
        allowDeselect={false}
        {...form.getInputProps('days')}
      />
      <MultiSelect
        label={messages.roles}
        data={roles.data?.map(({ name }) => name) ?? []}
        searchable
        {...form.getInputProps('roleNames')}
      />
      <TagsInput
        label={messages.permittedIps}
        description={messages.permittedIpsLead}
        {...form.getInputProps('permittedIps')}
      />
    </FormDrawer>
  );
}
