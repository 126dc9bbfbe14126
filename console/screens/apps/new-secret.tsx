import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-api.ts';
import { now } from '../../clock.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { appWords } from './words.ts';

interface NewSecretProps {
  appId: string;
  onClose(): void;
  onMade(secret: string): void;
}

const daySeconds = 86_400;

export function NewSecret({ appId, onClose, onMade }: NewSecretProps) {
  const words = useWords(appWords);
  const { add, never, errors } = useWords(everywhere);
  const form = useForm({
    initialValues: { name: '', days: '' },
    validate: { name: (name) => (name.trim() ? null : errors.required) },
  });
  const make = useWrite(
    (client, { name, days }: { name: string; days: string }) =>
      client.management.ssoApplication.addApplicationSecret(
        appId,
        name.trim(),
        days ? Math.floor(now() / 1000) + Number(days) * daySeconds : 0,
      ),
    {
      changes: [['app-secrets', appId]],
      tellsFailure: false,
      onDone: ({ cleartext }) => {
        onClose();
        onMade(cleartext);
      },
    },
  );
  return (
    <FormModal
      opened
      onClose={onClose}
      title={words.addSecret}
      action={add}
      isBusy={make.isPending}
      error={make.error}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <TextInput label={words.secretName} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Select
        label={words.expiresAfter}
        data={[
          { value: '', label: never },
          ...['90', '180', '365'].map((value) => ({ value, label: words.days(Number(value)) })),
        ]}
        allowDeselect={false}
        {...form.getInputProps('days')}
      />
    </FormModal>
  );
}
