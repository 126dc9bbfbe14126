import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ManagementKey } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMergeSince } from '../../api/use-merge-since.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { KeyRightsFields, reBacOf } from './key-rights.tsx';
import { managementKeyMessages } from './messages.ts';

const daySeconds = 86_400;
const changes = [['management-keys']];

type Details = Pick<ManagementKey, 'name' | 'description' | 'permittedIps'>;

interface KeyFormProps {
  /** The key to edit. If undefined, a new one is created. */
  managementKey?: ManagementKey;
  opened: boolean;
  onClose(): void;
  onCreated?(secret: string): void;
}

export function KeyForm({ managementKey, opened, onClose, onCreated }: KeyFormProps) {
  const messages = useMessages(managementKeyMessages);
  const common = useMessages(sharedMessages);
  const { project } = useProject();
  const form = useDialogForm(opened, {
    initialValues: {
      name: managementKey?.name ?? '',
      description: managementKey?.description ?? '',
      days: '365',
      permittedIps: managementKey?.permittedIps ?? [],
      rights: [] as string[],
      tenantIds: [] as string[],
      overInstance: false,
    },
    validate: { name: (name) => (name.trim() ? null : common.errors.required) },
  });
  type Values = typeof form.values;
  const make = useWrite(
    (client, { days, rights, tenantIds, overInstance, ...details }: Values) =>
      client.management.managementKey.create({
        ...details,
        expiresIn: Number(days) * daySeconds,
        reBac: reBacOf(project.id, { rights, tenantIds, overInstance }),
      }),
    {
      changes,
      reportsFailure: false,
      onDone: ({ cleartext }) => {
        onClose();
        onCreated?.(cleartext);
      },
    },
  );
  const mergeSince = useMergeSince(opened, detailsOf(managementKey));
  const edit = useWrite(
    async (client, { name, description, permittedIps }: Values) => {
      const id = managementKey?.id ?? '';
      const all = await unwrap(client.management.managementKey.search());
      const current = detailsOf(all.find((one) => one.id === id) ?? managementKey);
      const merged = mergeSince({ name, description, permittedIps }, current);
      return client.management.managementKey.update({ id, ...merged });
    },
    { changes, reportsFailure: false, done: (_, { name }) => messages.changed(name), onDone: onClose },
  );
  const save = managementKey ? edit : make;
  return (
    <FormDrawer
      opened={opened}
      onClose={() => {
        save.reset();
        onClose();
      }}
      title={managementKey ? managementKey.name : messages.create}
      action={managementKey ? common.save : common.create}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      error={save.error}
      form={form}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label={messages.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Textarea label={messages.description} autosize maxRows={4} {...form.getInputProps('description')} />
      {!managementKey && <KeyRightsFields form={form} />}
      {!managementKey && (
        <Select
          label={messages.expiresAfter}
          data={[
            ...[30, 90, 365].map((count) => ({ value: String(count), label: messages.days(count) })),
            { value: '0', label: common.never },
          ]}
          allowDeselect={false}
          {...form.getInputProps('days')}
        />
      )}
      <TagsInput
        label={messages.permittedIps}
        description={messages.permittedIpsLead}
        {...form.getInputProps('permittedIps')}
      />
    </FormDrawer>
  );
}

function detailsOf(key: ManagementKey | undefined): Details {
  const { name = '', description = '', permittedIps = [] } = key ?? {};
  return { name, description, permittedIps };
}
