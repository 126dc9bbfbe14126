import { Select, TagsInput, TextInput } from '@mantine/core';
import type { Tenant } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDialogForm } from '../../parts/use-dialog-form.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { tenantsWords } from './words.ts';

interface NewTenantProps {
  opened: boolean;
  onClose(): void;
  tenants: Tenant[];
  onMade(id: string): void;
}

type Values = { name: string; id: string; selfProvisioningDomains: string[]; parent: string | null };

const idRule = /^([A-Za-z0-9][A-Za-z0-9._-]{0,63})?$/;

export function NewTenant({ opened, onClose, tenants, onMade }: NewTenantProps) {
  const words = useWords(tenantsWords);
  const { create, optional, errors } = useWords(everywhere);
  const form = useDialogForm<Values>(opened, {
    initialValues: { name: '', id: '', selfProvisioningDomains: [], parent: null },
    validate: {
      name: (name) => (name.trim() ? null : errors.required),
      id: (id) => (idRule.test(id.trim()) ? null : words.idRule),
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
      tellsFailure: false,
      done: (_, { name }) => words.made(name.trim()),
      onDone: ({ id }) => {
        onClose();
        onMade(id);
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
      title={words.create}
      action={create}
      isBusy={make.isPending}
      error={make.error}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <TextInput label={words.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={`ID (${optional})`}
        description={words.idLead}
        autoComplete="off"
        {...form.getInputProps('id')}
      />
      <TagsInput
        label={`${words.domains} (${optional})`}
        description={words.domainsLead}
        placeholder="example.com"
        {...form.getInputProps('selfProvisioningDomains')}
      />
      {tenants.length > 0 && (
        <Select
          label={`${words.parent} (${optional})`}
          description={words.parentLead}
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
