import { Select, TagsInput, TextInput } from '@mantine/core';
import type { Tenant } from '../../../client/client.ts';
import { tenantIdPattern } from '../../../client/constants.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { tenantsMessages } from '../../components/tenants/messages.ts';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';

interface NewTenantProps {
  opened: boolean;
  onClose(): void;
  tenants: Tenant[];
  onCreated(id: string): void;
}

type Values = { name: string; id: string; selfProvisioningDomains: string[]; parent: string | null };

export function NewTenant({ opened, onClose, tenants, onCreated }: NewTenantProps) {
  const messages = useMessages(tenantsMessages);
  const { create, optional, errors } = useMessages(sharedMessages);
  const form = useDialogForm<Values>(opened, {
    initialValues: { name: '', id: '', selfProvisioningDomains: [], parent: null },
    validate: {
      name: (name) => (name.trim() ? null : errors.required),
      id: (id) => (!id.trim() || tenantIdPattern.test(id.trim()) ? null : messages.idRule),
    },
  });
  const make = useWrite(
    (client, { name, id, parent, selfProvisioningDomains }: Values) =>
      client.management.tenant.create({
        name: name.trim(),
        selfProvisioningDomains,
        ...(id.trim() && { id: id.trim() }),
        ...(parent && { parent }),
      }),
    {
      changes: [['tenants']],
      reportsFailure: false,
      done: (_, { name }) => messages.createdMessage(name.trim()),
      onDone: ({ id }) => {
        onClose();
        onCreated(id);
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
      title={messages.create}
      action={create}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <TextInput label={messages.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={`ID (${optional})`}
        description={messages.idLead}
        autoComplete="off"
        {...form.getInputProps('id')}
      />
      <TagsInput
        label={`${messages.domains} (${optional})`}
        description={messages.domainsLead}
        placeholder="example.com"
        {...form.getInputProps('selfProvisioningDomains')}
      />
      {tenants.length > 0 && (
        <Select
          label={`${messages.parent} (${optional})`}
          description={messages.parentLead}
          data={tenants.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          clearable
          limit={100}
          {...form.getInputProps('parent')}
        />
      )}
    </FormModal>
  );
}
