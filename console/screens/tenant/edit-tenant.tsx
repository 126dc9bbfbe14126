import { JsonInput, TagsInput, TextInput } from '@mantine/core';
import type { Tenant, TenantUpdateInput } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDialogForm } from '../../parts/use-dialog-form.ts';
import { useProject } from '../../session/project.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { unchanged } from '../tenants/tenant-switch.ts';
import { tenantsWords } from '../tenants/words.ts';
import { tenantWords } from './words.ts';

interface EditTenantProps {
  tenant: Tenant;
  opened: boolean;
  onClose(): void;
}

type Values = { name: string; selfProvisioningDomains: string[]; attributes: string };

export function EditTenant({ tenant, opened, onClose }: EditTenantProps) {
  const words = useWords(tenantWords);
  const { name, domains, domainsLead } = useWords(tenantsWords);
  const { save, errors } = useWords(everywhere);
  const { client } = useProject();
  const { customAttributes } = tenant;
  const form = useDialogForm<Values>(opened, {
    initialValues: {
      name: tenant.name,
      selfProvisioningDomains: tenant.selfProvisioningDomains,
      attributes: JSON.stringify(customAttributes, null, 2),
    },
    validate: {
      name: (name) => (name.trim() ? null : errors.required),
      attributes: (text) => (readObject(text) ? null : words.attributesRule),
    },
  });
  const write = useWrite(
    (client, changes: Partial<TenantUpdateInput>) =>
      client.management.tenant.update({ ...unchanged(tenant), ...changes }),
    {
      changes: [['tenant', tenant.id], ['tenants']],
      tellsFailure: false,
      done: words.saved,
      undo: () => unwrap(client.management.tenant.update({ ...unchanged(tenant), customAttributes })),
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
      title={words.edit}
      action={save}
      isBusy={write.isPending}
      error={write.error}
      onSubmit={form.onSubmit(({ attributes, name, selfProvisioningDomains }) =>
        write.mutate({
          name: name.trim(),
          selfProvisioningDomains,
          customAttributes: readObject(attributes) ?? {},
        }),
      )}
    >
      <TextInput label={name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <TagsInput
        label={domains}
        description={domainsLead}
        placeholder="example.com"
        {...form.getInputProps('selfProvisioningDomains')}
      />
      <JsonInput
        label={words.attributes}
        description={words.attributesLead}
        formatOnBlur
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        {...form.getInputProps('attributes')}
      />
    </FormModal>
  );
}

/** `undefined`: it is none. */
function readObject(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
