import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-api.ts';
import { now } from '../../clock.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { FormModal } from '../form-modal.tsx';
import { type SecretsProps, secretsKey } from './kinds.ts';
import { appMessages } from './messages.ts';

interface NewSecretProps extends SecretsProps {
  onClose(): void;
  onCreated(secret: string): void;
}

const daySeconds = 86_400;

export function NewSecret({ kind, appId, onClose, onCreated }: NewSecretProps) {
  const messages = useMessages(appMessages);
  const { add, never, errors } = useMessages(sharedMessages);
  const form = useForm({
    initialValues: { name: '', days: '' },
    validate: { name: (name) => (name.trim() ? null : errors.required) },
  });
  const make = useWrite(
    (client, { name, days }: { name: string; days: string }) =>
      kind
        .secrets(client)
        .addApplicationSecret(
          appId,
          name.trim(),
          days ? Math.floor(now() / 1000) + Number(days) * daySeconds : 0,
        ),
    {
      changes: [secretsKey({ kind, appId })],
      reportsFailure: false,
      onDone: ({ cleartext }) => {
        onClose();
        onCreated(cleartext);
      },
    },
  );
  return (
    <FormModal
      opened
      onClose={onClose}
      title={messages.addSecret}
      action={add}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <TextInput label={messages.secretName} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Select
        label={messages.expiresAfter}
        data={[
          { value: '', label: never },
          ...['90', '180', '365'].map((value) => ({ value, label: messages.days(Number(value)) })),
        ]}
        allowDeselect={false}
        {...form.getInputProps('days')}
      />
    </FormModal>
  );
}
