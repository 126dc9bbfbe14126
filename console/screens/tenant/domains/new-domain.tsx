import { Text, TextInput } from '@mantine/core';
import { useWrite } from '../../../api/use-api.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { domainsMessages } from './messages.ts';

interface NewDomainProps {
  tenantId: string;
  opened: boolean;
  onClose(): void;
}

type Values = { domain: string };

/** Claims a domain for a tenant. */
export function NewDomain({ tenantId, opened, onClose }: NewDomainProps) {
  const messages = useMessages(domainsMessages);
  const { errors } = useMessages(sharedMessages);
  const form = useDialogForm<Values>(opened, {
    initialValues: { domain: '' },
    validate: { domain: (domain) => (domain.trim() ? null : errors.required) },
  });
  const make = useWrite(
    (client, { domain }: Values) => client.management.tenant.createDomain(tenantId, domain.trim()),
    { changes: [['tenant', tenantId]], reportsFailure: false, onDone: onClose },
  );
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        make.reset();
        onClose();
      }}
      title={messages.add}
      action={messages.add}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <Text size="sm">{messages.addLead}</Text>
      <TextInput
        label={messages.domain}
        placeholder="example.com"
        autoComplete="off"
        withAsterisk
        data-autofocus
        {...form.getInputProps('domain')}
      />
    </FormModal>
  );
}
