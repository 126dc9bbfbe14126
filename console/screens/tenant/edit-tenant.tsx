import { JsonInput, TagsInput, TextInput } from '@mantine/core';
import type { Tenant, TenantUpdateInput } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { tenantsMessages } from '../tenants/messages.ts';
import { unchanged } from '../tenants/tenant-switch.ts';
import { tenantMessages } from './messages.ts';

interface EditTenantProps {
  tenant: Tenant;
  opened: boolean;
  onClose(): void;
}

type Values = { name: string; selfProvisioningDomains: string[]; attributes: string };

export function EditTenant({ tenant, opened, onClose }: EditTenantProps) {
  const messages = useMessages(tenantMessages);
  const { name, domains, domainsLead } = useMessages(tenantsMessages);
  const { save, errors } = useMessages(sharedMessages);
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
      attributes: (text) => (readObject(text) ? null : messages.attributesRule),
    },
  });
  const write = useWrite(
    (client, changes: Partial<TenantUpdateInput>) =>
      client.management.tenant.update({ ...unchanged(tenant), ...changes }),
    {
      changes: [['tenant', tenant.id], ['tenants']],
      reportsFailure: false,
      done: messages.saved,
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
      title={messages.edit}
      action={save}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
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
        label={messages.attributes}
        description={messages.attributesLead}
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

/** Returns undefined if the text is not a JSON object. */
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
