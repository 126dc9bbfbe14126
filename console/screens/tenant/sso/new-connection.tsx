import { Text, TextInput } from '@mantine/core';
import { useWrite } from '../../../api/use-api.ts';
import { FormModal } from '../../../parts/form-modal.tsx';
import { useDialogForm } from '../../../parts/use-dialog-form.ts';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { ssoWords } from './words.ts';

interface NewConnectionProps {
  tenantId: string;
  opened: boolean;
  onClose(): void;
  onMade(id: string): void;
}

type Values = { name: string; id: string };

export function NewConnection({ tenantId, opened, onClose, onMade }: NewConnectionProps) {
  const words = useWords(ssoWords);
  const { create, optional, errors } = useWords(everywhere);
  const form = useDialogForm<Values>(opened, {
    initialValues: { name: '', id: '' },
    validate: {
      name: (name) => (name.trim() ? null : errors.required),
      id: (id) => (/^([A-Za-z0-9][A-Za-z0-9._-]{0,63})?$/.test(id.trim()) ? null : words.connectionIdRule),
    },
  });
  const make = useWrite(
    (client, { name, id }: Values) =>
      client.management.sso.newSettings(tenantId, id.trim() || undefined, name.trim()),
    {
      changes: [['tenant', tenantId], ['tenants']],
      tellsFailure: false,
      done: ({ displayName }) => words.connectionMade(displayName),
      onDone: ({ ssoId }) => {
        onClose();
        onMade(ssoId);
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
      title={words.another}
      action={create}
      isBusy={make.isPending}
      error={make.error}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <Text size="sm">{words.anotherLead}</Text>
      <TextInput label={words.connectionName} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={`${words.connectionId} (${optional})`}
        description={words.connectionIdRule}
        autoComplete="off"
        {...form.getInputProps('id')}
      />
    </FormModal>
  );
}
